/*===- Factors.h - Cholesky and LU factors, of one kind of numbers ---------------------===
 *
 * The derivative of a factorisation is not a loop through it. With P A = L U, F' the change of P A,
 *     dL = L low(L^-1 F' U^-1)          dU = up(L^-1 F' U^-1) U
 * and for A = L L', with half of the diagonal in low,  dL = L low(L^-1 dA L^-T)  (Murray 2016).
 * Backwards, blocks are taken from the last to the first, which is less work than these triangles
 * in the opposite order. Both are products and solutions, and have derivatives again. (Of complex
 * numbers, ' is the conjugate transpose, and the diagonal of A and of L is real.)
 *
 * What follows a factorisation is `solve` and an exchange of rows (Equations.h). Pivots are
 * constants. Where a factorisation failed there is no derivative: what varies becomes NaN, and what
 * does not stays zero, so that a program may try again with another matrix.
 *===-------------------------------------------------------------------------------===*/

#ifndef ENZYME_BLAS_FACTORS_H /* what does not depend on the precision */
#define ENZYME_BLAS_FACTORS_H

int enzyme_blas_integerBits(void); /* of the library; known when this is read (Blas.cpp) */

/* What is only calls of others is seen through: a right side that varies leaves a constant matrix
   constant. */
#define PARTS __attribute__((always_inline))

static inline void setPivot(void *pivots, size at, size row) {
  if (enzyme_blas_integerBits() == 64)
    ((long *)pivots)[at] = row + 1;
  else
    ((int *)pivots)[at] = (int)(row + 1);
}

/* Counted from zero. No pivot is zero: the second half of a wide one is, below 2^31. */
static inline size *rowsOf(const void *pivots, size count) {
  const int *narrow = pivots;
  const long *wide = pivots;
  size *rows = malloc(count * sizeof(size));
  int isWide = enzyme_blas_integerBits() == 64 || (count > 1 && narrow[1] == 0);
  for (size i = 0; i < count; i++)
    rows[i] = (isWide ? wide[i] : narrow[i]) - 1;
  return rows;
}

#endif

void NAME(potrf)(char triangle, size n, number *a, size lead, size *info);
void NAME(getrf)(size m, size n, number *a, size lead, void *pivots, size *info);

/* Rows of a column of a matrix ('A') or of one of its triangles. */
static inline size NAME(firstOf)(char which, size column) { return which == 'L' ? column : 0; }

static inline size NAME(endOf)(char which, size m, size column) {
  return which == 'U' ? column + 1 : m;
}

static inline int NAME(isAllZero)(char which, size m, size n, const number *a, size lead) {
  int isZero = 1;
  for (size j = 0; j < n && isZero; j++)
    for (size i = NAME(firstOf)(which, j); i < NAME(endOf)(which, m, j); i++)
      isZero &= a[j * lead + i] == 0;
  return isZero;
}

/* All of it NaN unless it is zero. */
static inline void NAME(spoil)(char which, size m, size n, number *a, size lead) {
  if (NAME(isAllZero)(which, m, n, a, lead))
    return;
  for (size j = 0; j < n; j++)
    for (size i = NAME(firstOf)(which, j); i < NAME(endOf)(which, m, j); i++)
      a[j * lead + i] = NOT_A_NUMBER;
}

/*--- A = L L' or U' U ------------------------------------------------------------------------*/

void NAME(cholesky)(char triangle, size n, number *a, size lead, size *info) {
  size row = triangle == 'U' ? lead : 1, column = triangle == 'U' ? 1 : lead;
  *info = 0;
  for (size j = 0; j < n; j++) {
    part pivot = REAL(a[j * row + j * column]);
    for (size l = 0; l < j; l++)
      pivot -= REAL(a[j * row + l * column] * CONJUGATE(a[j * row + l * column]));
    if (!(pivot > 0)) {
      *info = j + 1;
      return;
    }
    part root = ROOT(pivot);
    a[j * row + j * column] = root;
    for (size i = j + 1; i < n; i++) {
      number rest = a[i * row + j * column];
      for (size l = 0; l < j; l++)
        rest -= a[i * row + l * column] * CONJUGATE(a[j * row + l * column]);
      a[i * row + j * column] = rest / root;
    }
  }
}

void NAME(cholesky_plain)(char triangle, size n, number *a, size lead, size *info) {
  NAME(potrf)(triangle, n, a, lead, info);
}

#define CHOLESKY_TWICE                                                                             \
  char triangle, size n, number *a, number *dA, size lead, size *info, size *dInfo
#define SAME_CHOLESKY triangle, n, a, dA, lead, info, dInfo

/* Whether it failed, whether there is a copy, the copy. */
static inline number *NAME(keepCholesky)(CHOLESKY_TWICE, int isCopied) {
  dA = SHADOW(dA, a);
  if (!dA || n <= 0)
    return 0;
  number *kept = enzyme_rt_alloc((2 + (isCopied ? n * n : 0)) * sizeof(number));
  kept[0] = *info != 0;
  kept[1] = isCopied;
  for (size j = 0; isCopied && j < n; j++)
    for (size i = triangle == 'U' ? 0 : j; i < (triangle == 'U' ? j + 1 : n); i++)
      kept[2 + j * n + i] = a[j * lead + i];
  return kept;
}

number *NAME(cholesky_augmented_again)(CHOLESKY_TWICE) {
  return NAME(keepCholesky)(SAME_CHOLESKY, 1);
}

number *NAME(cholesky_augmented)(CHOLESKY_TWICE) {
  NAME(cholesky)(triangle, n, a, lead, info);
  return NAME(keepCholesky)(SAME_CHOLESKY, 1);
}

number *NAME(cholesky_unchanged_again)(CHOLESKY_TWICE) {
  return NAME(keepCholesky)(SAME_CHOLESKY, 0);
}

number *NAME(cholesky_unchanged)(CHOLESKY_TWICE) {
  NAME(cholesky)(triangle, n, a, lead, info);
  return NAME(keepCholesky)(SAME_CHOLESKY, 0);
}

/* Of a whole matrix: one triangle with half of its diagonal. */
static inline void NAME(halve)(int isUpper, size n, number *whole) {
  for (size j = 0; j < n; j++)
    for (size i = 0; i < n; i++)
      if (i == j)
        whole[j * n + i] /= 2;
      else if ((i < j) != isUpper)
        whole[j * n + i] = 0;
}

/* What a factor's adjoint is for the matrix, where n is small: columns were made one after the
   other, and each taken from those behind it. An element of the triangle stands for two of the
   matrix. */
static inline void NAME(columnsBackwards)(size n, const number *l, size row, size column,
                                          number *dL, size dRow, size dColumn) {
#pragma clang fp reassociate(on)
  for (size k = n - 1; k >= 0; k--) {
    const number *at = l + k * column;
    number *dAt = dL + k * dColumn;
    for (size j = k + 1; j < n; j++) {
      number *dTo = dL + j * dColumn, factor = at[j * row], sum = REAL(dTo[j * dRow]) * factor;
      dAt[j * dRow] -= sum;
      for (size i = j + 1; i < n; i++) {
        dAt[i * dRow] -= dTo[i * dRow] * factor;
        sum += CONJUGATE(dTo[i * dRow]) * at[i * row];
      }
      dAt[j * dRow] -= sum;
    }
    part inverse = 1 / REAL(at[k * row]), sum = REAL(dAt[k * dRow]);
    for (size i = k + 1; i < n; i++) {
      dAt[i * dRow] *= inverse;
      sum -= REAL(dAt[i * dRow] * CONJUGATE(at[i * row]));
    }
    dAt[k * dRow] = sum * inverse / 2;
  }
}

/* By blocks of columns from the last, each as it was made (Murray 2016, section 3.3): twice the
   work of the factorisation. In closed form, as forwards, it would be eight times. With the block's
   diagonal D, what is below it C, R and B before them: D = chol(D - R R^H)           C = (C - B
   R^H) D^-H */
static inline void NAME(choleskyBackwards)(char triangle, size n, const number *factor,
                                           size factorLead, number *dA, size lead) {
  const number minus = -1;
  int isUpper = triangle == 'U';
  size row = isUpper ? factorLead : 1, column = isUpper ? 1 : factorLead;
  size dRow = isUpper ? lead : 1, dColumn = isUpper ? 1 : lead;
  for (size first = (n - 1) / DIAGONAL_BLOCK * DIAGONAL_BLOCK; first >= 0;
       first -= DIAGONAL_BLOCK) {
    size end = lesser(first + DIAGONAL_BLOCK, n), width = end - first, below = n - end;
    const number *d = factor + first * (row + column), *r = factor + first * row;
    const number *c = factor + end * row + first * column, *b = factor + end * row;
    number *dD = dA + first * (dRow + dColumn), *dR = dA + first * dRow;
    number *dC = dA + end * dRow + first * dColumn, *dB = dA + end * dRow;
    if (below > 0 && isUpper) {
      NAME(solve)('L', 'U', 'N', 'N', width, below, d, factorLead, dC, lead);
      NAME(product)('N', 'N', first, below, width, &minus, r, factorLead, dC, lead, dB, lead);
      NAME(product)('N', ADJOINT, first, width, below, &minus, b, factorLead, dC, lead, dR, lead);
      NAME(addToTriangle)(1, 'N', 'N', ADJOINT, width, below, &minus, c, factorLead, dC, lead, dD,
                          lead);
    } else if (below > 0) {
      NAME(solve)('R', 'L', 'N', 'N', below, width, d, factorLead, dC, lead);
      NAME(product)('N', 'N', below, first, width, &minus, dC, lead, r, factorLead, dB, lead);
      NAME(product)(ADJOINT, 'N', width, first, below, &minus, dC, lead, b, factorLead, dR, lead);
      NAME(addToTriangle)(0, 'N', ADJOINT, 'N', width, below, &minus, dC, lead, c, factorLead, dD,
                          lead);
    }
    if (isUpper)
      NAME(columnsBackwards)(width, d, factorLead, 1, dD, lead, 1);
    else
      NAME(columnsBackwards)(width, d, 1, factorLead, dD, 1, lead);
    if (first > 0) {
      number *whole = malloc(width * width * sizeof(number));
      for (size j = 0; j < width; j++)
        for (size i = isUpper ? 0 : j; i < (isUpper ? j + 1 : width); i++)
          if (i == j)
            whole[j * width + i] = 2 * dD[j * lead + i];
          else
            whole[j * width + i] = dD[j * lead + i],
                              whole[i * width + j] = CONJUGATE(dD[j * lead + i]);
      if (isUpper)
        NAME(product)('N', 'N', first, width, width, &minus, r, factorLead, whole, width, dR, lead);
      else
        NAME(product)('N', 'N', width, first, width, &minus, whole, width, r, factorLead, dR, lead);
      free(whole);
    }
  }
}

/* Of factors that are used for solutions alone (Systems.h) it is zero. The derivative of this is
   that of what is always right: a zero may have a tangent. */
void NAME(choleskyAdjoint)(char triangle, size n, const number *factor, size factorLead, number *dA,
                           size lead) {
  NAME(choleskyBackwards)(triangle, n, factor, factorLead, dA, lead);
}

void NAME(choleskyAdjoint_plain)(char triangle, size n, const number *factor, size factorLead,
                                 number *dA, size lead) {
  if (!NAME(isAllZero)(triangle, n, n, dA, lead))
    NAME(choleskyBackwards)(triangle, n, factor, factorLead, dA, lead);
}

void NAME(cholesky_reverse)(CHOLESKY_TWICE, number *kept) {
  dA = SHADOW(dA, a);
  if (!dA || !kept)
    return;
  if (kept[0] != 0)
    NAME(spoil)(triangle, n, n, dA, lead);
  else if (kept[1] != 0)
    NAME(choleskyAdjoint)(triangle, n, kept + 2, n, dA, lead);
  else
    NAME(choleskyAdjoint)(triangle, n, a, lead, dA, lead);
}

void NAME(cholesky_forward_again)(CHOLESKY_TWICE) {
  dA = SHADOW(dA, a);
  if (!dA || n <= 0)
    return;
  if (*info != 0) {
    NAME(spoil)(triangle, n, n, dA, lead);
    return;
  }
  int isUpper = triangle == 'U';
  const number one = 1;
  number *change = malloc(n * n * sizeof(number));
  for (size j = 0; j < n; j++)
    for (size i = isUpper ? 0 : j; i < (isUpper ? j + 1 : n); i++)
      if (i == j)
        change[j * n + i] = REAL(dA[j * lead + i]);
      else
        change[j * n + i] = dA[j * lead + i], change[i * n + j] = CONJUGATE(dA[j * lead + i]);
  NAME(solve)('L', triangle, isUpper ? ADJOINT : 'N', 'N', n, n, a, lead, change, n);
  NAME(solve)('R', triangle, isUpper ? 'N' : ADJOINT, 'N', n, n, a, lead, change, n);
  NAME(halve)(isUpper, n, change);
  NAME(trmm)('C', isUpper ? 'R' : 'L', triangle, 'N', 'N', n, n, &one, a, lead, change, n);
  for (size j = 0; j < n; j++)
    for (size i = isUpper ? 0 : j; i < (isUpper ? j + 1 : n); i++)
      dA[j * lead + i] = i == j ? REAL(change[j * n + i]) : change[j * n + i];
  free(change);
}

void NAME(cholesky_forward)(CHOLESKY_TWICE) {
  NAME(cholesky)(triangle, n, a, lead, info);
  NAME(cholesky_forward_again)(SAME_CHOLESKY);
}

#undef CHOLESKY_TWICE
#undef SAME_CHOLESKY

/*--- P A = L U ------------------------------------------------------------------------------*/

/* Rows i and rows[i] change places, from the first or from the last. */
static inline void NAME(exchange)(int isBackward, size columns, size count, const size *rows,
                                  number *b, size lead) {
  for (size k = 0; k < count; k++) {
    size one = isBackward ? count - 1 - k : k, two = rows[one];
    for (size j = 0; two != one && j < columns; j++) {
      number other = b[j * lead + one];
      b[j * lead + one] = b[j * lead + two];
      b[j * lead + two] = other;
    }
  }
}

void NAME(lu)(size m, size n, number *a, size lead, void *pivots, size *info) {
  *info = 0;
  for (size k = 0; k < lesser(m, n); k++) {
    size row = k;
    for (size i = k + 1; i < m; i++)
      if (SIZE_OF(a[k * lead + i]) > SIZE_OF(a[k * lead + row]))
        row = i;
    setPivot(pivots, k, row);
    if (a[k * lead + row] == 0) {
      *info = *info ? *info : k + 1;
      continue;
    }
    for (size j = 0; j < n; j++) {
      number other = a[j * lead + k];
      a[j * lead + k] = a[j * lead + row];
      a[j * lead + row] = other;
    }
    for (size i = k + 1; i < m; i++)
      a[k * lead + i] /= a[k * lead + k];
    for (size j = k + 1; j < n; j++)
      for (size i = k + 1; i < m; i++)
        a[j * lead + i] -= a[k * lead + i] * a[j * lead + k];
  }
}

void NAME(lu_plain)(size m, size n, number *a, size lead, void *pivots, size *info) {
  NAME(getrf)(m, n, a, lead, pivots, info);
}

#define LU_TWICE                                                                                   \
  size m, size n, number *a, number *dA, size lead, void *pivots, void *dPivots, size *info,       \
      size *dInfo
#define SAME_LU m, n, a, dA, lead, pivots, dPivots, info, dInfo

/* Whether it failed, whether there are copies, and those of the pivots (exact as numbers) and
   of the factors. */
static inline number *NAME(keepLu)(LU_TWICE, int areCopied) {
  dA = SHADOW(dA, a);
  size count = lesser(m, n);
  if (!dA || count <= 0)
    return 0;
  number *kept = enzyme_rt_alloc((2 + (areCopied ? count + m * n : 0)) * sizeof(number));
  kept[0] = *info != 0;
  kept[1] = areCopied;
  if (areCopied) {
    size *rows = rowsOf(pivots, count);
    for (size i = 0; i < count; i++)
      kept[2 + i] = (number)rows[i];
    free(rows);
    NAME(copyMatrix)(m, n, a, lead, kept + 2 + count, m);
  }
  return kept;
}

number *NAME(lu_augmented_again)(LU_TWICE) { return NAME(keepLu)(SAME_LU, 1); }

number *NAME(lu_augmented)(LU_TWICE) {
  NAME(lu)(m, n, a, lead, pivots, info);
  return NAME(keepLu)(SAME_LU, 1);
}

number *NAME(lu_unchanged_again)(LU_TWICE) { return NAME(keepLu)(SAME_LU, 0); }

number *NAME(lu_unchanged)(LU_TWICE) {
  NAME(lu)(m, n, a, lead, pivots, info);
  return NAME(keepLu)(SAME_LU, 0);
}

/* `lower` below the diagonal and `upper` from it on. */
static inline void NAME(joinTriangles)(size n, const number *lower, const number *upper, number *to,
                                       size lead) {
  for (size j = 0; j < n; j++)
    for (size i = 0; i < n; i++)
      to[j * lead + i] = i > j ? lower[j * n + i] : upper[j * n + i];
}

/* Where n is small: columns were eliminated one after the other. */
static inline void NAME(eliminationBackwards)(size n, const number *factors, size factorsLead,
                                              number *dA, size lead) {
#pragma clang fp reassociate(on)
  for (size k = n - 1; k >= 0; k--) {
    const number *l = factors + k * factorsLead;
    number *dL = dA + k * lead;
    for (size j = k + 1; j < n; j++) {
      number *dTo = dA + j * lead, factor = CONJUGATE(factors[j * factorsLead + k]), sum = 0;
      for (size i = k + 1; i < n; i++) {
        dL[i] -= dTo[i] * factor;
        sum += CONJUGATE(l[i]) * dTo[i];
      }
      dTo[k] -= sum;
    }
    number pivot = CONJUGATE(l[k]), sum = 0;
    for (size i = k + 1; i < n; i++) {
      dL[i] /= pivot;
      sum += CONJUGATE(l[i]) * dL[i];
    }
    dL[k] -= sum;
  }
}

/* Of a square matrix, by blocks from the last, as those of a Cholesky factor: what is right of a
   block and below it was made of what is above and left of these, U = L^-1 (A - L0 U1)          L =
   (A - L1 U0) U^-1          L U = A - L0 U0 */
static inline void NAME(squareBackwards)(size n, const number *factors, size factorsLead,
                                         number *dA, size lead) {
  const number minus = -1;
  for (size first = (n - 1) / DIAGONAL_BLOCK * DIAGONAL_BLOCK; first >= 0;
       first -= DIAGONAL_BLOCK) {
    size end = lesser(first + DIAGONAL_BLOCK, n), width = end - first, rest = n - end;
    const number *onDiagonal = factors + first * (factorsLead + 1);
    const number *left = factors + first, *above = factors + first * factorsLead;
    const number *right = factors + end * factorsLead + first;
    const number *below = factors + first * factorsLead + end;
    const number *aboveRight = factors + end * factorsLead, *belowLeft = factors + end;
    number *dOnDiagonal = dA + first * (lead + 1), *dLeft = dA + first, *dAbove = dA + first * lead;
    number *dRight = dA + end * lead + first, *dBelow = dA + first * lead + end;
    number *dAboveRight = dA + end * lead, *dBelowLeft = dA + end;
    if (rest > 0) {
      NAME(solve)('L', 'L', ADJOINT, 'U', width, rest, onDiagonal, factorsLead, dRight, lead);
      NAME(addToTriangle)(0, 'U', 'N', ADJOINT, width, rest, &minus, dRight, lead, right,
                          factorsLead, dOnDiagonal, lead);
      NAME(product)('N', ADJOINT, width, first, rest, &minus, dRight, lead, aboveRight, factorsLead,
                    dLeft, lead);
      NAME(product)(ADJOINT, 'N', first, rest, width, &minus, left, factorsLead, dRight, lead,
                    dAboveRight, lead);
      NAME(solve)('R', 'U', ADJOINT, 'N', rest, width, onDiagonal, factorsLead, dBelow, lead);
      NAME(addToTriangle)(1, 'N', ADJOINT, 'N', width, rest, &minus, below, factorsLead, dBelow,
                          lead, dOnDiagonal, lead);
      NAME(product)('N', ADJOINT, rest, first, width, &minus, dBelow, lead, above, factorsLead,
                    dBelowLeft, lead);
      NAME(product)(ADJOINT, 'N', first, width, rest, &minus, belowLeft, factorsLead, dBelow, lead,
                    dAbove, lead);
    }
    NAME(eliminationBackwards)(width, onDiagonal, factorsLead, dOnDiagonal, lead);
    if (first > 0) {
      NAME(product)('N', ADJOINT, width, first, width, &minus, dOnDiagonal, lead, above,
                    factorsLead, dLeft, lead);
      NAME(product)(ADJOINT, 'N', first, width, width, &minus, left, factorsLead, dOnDiagonal, lead,
                    dAbove, lead);
    }
  }
}

/* Of a matrix that is not square, what is beyond the square is L2 = A2 U^-1 or U2 = L^-1 A2. */
static inline void NAME(luBackwards)(size m, size n, const number *factors, size factorsLead,
                                     number *dA, size lead) {
  const number minus = -1;
  size k = lesser(m, n);
  if (m > n) {
    NAME(solve)('R', 'U', ADJOINT, 'N', m - k, k, factors, factorsLead, dA + k, lead);
    NAME(addToTriangle)(1, 'N', ADJOINT, 'N', k, m - k, &minus, factors + k, factorsLead, dA + k,
                        lead, dA, lead);
  }
  if (n > m) {
    number *beyond = dA + k * lead;
    NAME(solve)('L', 'L', ADJOINT, 'U', k, n - k, factors, factorsLead, beyond, lead);
    NAME(addToTriangle)(0, 'U', 'N', ADJOINT, k, n - k, &minus, beyond, lead,
                        factors + k * factorsLead, factorsLead, dA, lead);
  }
  NAME(squareBackwards)(k, factors, factorsLead, dA, lead);
}

void NAME(luAdjoint)(size m, size n, const number *factors, size factorsLead, number *dA,
                     size lead) {
  NAME(luBackwards)(m, n, factors, factorsLead, dA, lead);
}

void NAME(luAdjoint_plain)(size m, size n, const number *factors, size factorsLead, number *dA,
                           size lead) {
  if (!NAME(isAllZero)('A', m, n, dA, lead))
    NAME(luBackwards)(m, n, factors, factorsLead, dA, lead);
}

void NAME(lu_reverse)(LU_TWICE, number *kept) {
  dA = SHADOW(dA, a);
  if (!dA || !kept)
    return;
  if (kept[0] != 0) {
    NAME(spoil)('A', m, n, dA, lead);
    return;
  }
  size count = lesser(m, n), *rows;
  if (kept[1] != 0) {
    rows = malloc(count * sizeof(size));
    for (size i = 0; i < count; i++)
      rows[i] = (size)kept[2 + i];
    NAME(luAdjoint)(m, n, kept + 2 + count, m, dA, lead);
  } else {
    rows = rowsOf(pivots, count);
    NAME(luAdjoint)(m, n, a, lead, dA, lead);
  }
  NAME(exchange)(1, n, count, rows, dA, lead);
  free(rows);
}

void NAME(lu_forward_again)(LU_TWICE) {
  dA = SHADOW(dA, a);
  size k = lesser(m, n);
  if (!dA || k <= 0)
    return;
  if (*info != 0) {
    NAME(spoil)('A', m, n, dA, lead);
    return;
  }
  const number one = 1, minus = -1;
  size *rows = rowsOf(pivots, k);
  NAME(exchange)(0, n, k, rows, dA, lead);
  free(rows);
  NAME(solve)('L', 'L', 'N', 'U', k, k, a, lead, dA, lead);
  NAME(solve)('R', 'U', 'N', 'N', k, k, a, lead, dA, lead);
  number *lower = NAME(wholeTriangle)(0, 'U', k, dA, lead, 0);
  number *upper = NAME(wholeTriangle)(1, 'N', k, dA, lead, 0);
  NAME(trmm)('C', 'L', 'L', 'N', 'U', k, k, &one, a, lead, lower, k);
  NAME(trmm)('C', 'R', 'U', 'N', 'N', k, k, &one, a, lead, upper, k);
  if (m > n) {
    NAME(product)('N', 'N', m - k, k, k, &minus, a + k, lead, upper, k, dA + k, lead);
    NAME(solve)('R', 'U', 'N', 'N', m - k, k, a, lead, dA + k, lead);
  }
  if (n > m) {
    number *beyond = dA + k * lead;
    NAME(product)('N', 'N', k, n - k, k, &minus, lower, k, a + k * lead, lead, beyond, lead);
    NAME(solve)('L', 'L', 'N', 'U', k, n - k, a, lead, beyond, lead);
  }
  NAME(joinTriangles)(k, lower, upper, dA, lead);
  free(upper);
  free(lower);
}

void NAME(lu_forward)(LU_TWICE) {
  NAME(lu)(m, n, a, lead, pivots, info);
  NAME(lu_forward_again)(SAME_LU);
}

#undef LU_TWICE
#undef SAME_LU

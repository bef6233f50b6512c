/*===- Factors.h - Cholesky and LU factors, of one kind of numbers ---------------------===
 *
 * The derivative of a factorisation is not a loop through it. With P A = L U, F' the change of P A,
 *     dL = L low(L^-1 F' U^-1)          dU = up(L^-1 F' U^-1) U
 * and for A = L L', with half of the diagonal in low,  dL = L low(L^-1 dA L^-T)  (Murray 2016).
 * Backwards are the same triangles in the opposite order. So both are products and solutions,
 * in forward as in reverse mode, and have derivatives again. (Of complex numbers, ' is the
 * conjugate transpose, and the diagonal of A and of L is real.)
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

/* A matrix ('A') or one of its triangles, all of it NaN unless it is zero. */
static inline void NAME(spoil)(char which, size m, size n, number *a, size lead) {
  int isZero = 1;
  for (size j = 0; j < n; j++)
    for (size i = which == 'L' ? j : 0; i < (which == 'U' ? j + 1 : m); i++)
      isZero &= a[j * lead + i] == 0;
  for (size j = 0; j < n && !isZero; j++)
    for (size i = which == 'L' ? j : 0; i < (which == 'U' ? j + 1 : m); i++)
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

/* Column by column of a small L. An element of the triangle stands for two of the matrix. */
static inline void NAME(choleskyBackByColumn)(int isUpper, size n, const number *factor, size lead,
                                              number *dA, size dLead) {
  size row = isUpper ? lead : 1, column = isUpper ? 1 : lead;
  size dRow = isUpper ? dLead : 1, dColumn = isUpper ? 1 : dLead;
  for (size j = n; j-- > 0;) {
    const part pivot = REAL(factor[j * lead + j]);
    part root = REAL(dA[j * dLead + j]);
    for (size i = j + 1; i < n; i++) {
      dA[i * dRow + j * dColumn] /= pivot;
      root -= REAL(CONJUGATE(dA[i * dRow + j * dColumn]) * factor[i * row + j * column]);
    }
    root /= pivot;
    dA[j * dLead + j] = root / 2;
    for (size l = 0; l < j; l++) {
      const number here = factor[j * row + l * column];
      number sum = root * here;
      for (size i = j + 1; i < n; i++)
        sum += CONJUGATE(dA[i * dRow + j * dColumn]) * factor[i * row + l * column];
      dA[j * dRow + l * dColumn] -= sum;
      for (size i = j + 1; i < n; i++)
        dA[i * dRow + l * dColumn] -= dA[i * dRow + j * dColumn] * here;
    }
  }
}

/* Of L, the columns from `first` on, `width` of them, with L11 done before:

       [ R ]  in rows and      D = A22 - R R' = L22 L22'      M = A32 - C R' = L32 L22'
       [ C ]  behind them

   `beside` is room for n by `width`. (For an upper triangle all is the conjugate transpose.) */
static inline void NAME(choleskyBackByBlock)(int isUpper, size n, size first, size width,
                                             const number *factor, size lead, number *dA,
                                             size dLead, number *beside) {
  const number one = 1, minus = -1;
  const size next = first + width, rest = n - next;
  const number *diagonal = factor + first * lead + first;
  const number *behind = factor + (isUpper ? next * lead + first : first * lead + next);
  number *dDiagonal = dA + first * dLead + first;
  number *dBehind = dA + (isUpper ? next * dLead + first : first * dLead + next);
  if (rest > 0) {
    NAME(solve)(isUpper ? 'L' : 'R', isUpper ? 'U' : 'L', 'N', 'N', isUpper ? width : rest,
                isUpper ? rest : width, diagonal, lead, dBehind, dLead);
    for (size i = 0; i < width * width; i++)
      beside[i] = 0;
    if (isUpper)
      NAME(product)('N', ADJOINT, width, width, rest, &one, behind, lead, dBehind, dLead, beside,
                    width);
    else
      NAME(product)(ADJOINT, 'N', width, width, rest, &one, dBehind, dLead, behind, lead, beside,
                    width);
    for (size j = 0; j < width; j++)
      for (size i = isUpper ? 0 : j; i < (isUpper ? j + 1 : width); i++)
        dDiagonal[j * dLead + i] -= beside[j * width + i];
  }
  NAME(choleskyBackByColumn)(isUpper, width, diagonal, lead, dDiagonal, dLead);
  if (first == 0)
    return;
  size stacked = isUpper ? width : width + rest; /* D' + its transpose, and M' behind it */
  for (size j = 0; j < width; j++)
    for (size i = isUpper ? 0 : j; i < (isUpper ? j + 1 : width); i++) {
      number here = dDiagonal[j * dLead + i];
      beside[j * stacked + i] = here;
      beside[i * stacked + j] = i == j ? 2 * here : CONJUGATE(here);
    }
  NAME(copyMatrix)(isUpper ? width : rest, isUpper ? rest : width, dBehind, dLead,
                   beside + (isUpper ? width * width : width), stacked);
  if (isUpper) {
    NAME(product)('N', 'N', first, rest, width, &minus, factor + first * lead, lead, dBehind, dLead,
                  dA + next * dLead, dLead);
    NAME(product)('N', ADJOINT, first, width, width + rest, &minus, factor + first * lead, lead,
                  beside, stacked, dA + first * dLead, dLead);
  } else {
    NAME(product)('N', 'N', rest, first, width, &minus, dBehind, dLead, factor + first, lead,
                  dA + next, dLead);
    NAME(product)(ADJOINT, 'N', width, first, width + rest, &minus, beside, stacked, factor + first,
                  lead, dA + first, dLead);
  }
}

/* The formula for the whole matrix costs nine times the factorisation, block after block twice. */
void NAME(cholesky_reverse)(CHOLESKY_TWICE, number *kept) {
  dA = SHADOW(dA, a);
  if (!dA || !kept)
    return;
  if (kept[0] != 0) {
    NAME(spoil)(triangle, n, n, dA, lead);
    return;
  }
  int isUpper = triangle == 'U';
  const number *factor = kept[1] != 0 ? kept + 2 : a;
  size keptLead = kept[1] != 0 ? n : lead, width = n < 512 ? 16 : 32;
  number *beside = malloc(n * width * sizeof(number));
  for (size end = n; end > 0;) {
    size first = (end - 1) / width * width;
    NAME(choleskyBackByBlock)(isUpper, n, first, end - first, factor, keptLead, dA, lead, beside);
    end = first;
  }
  free(beside);
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

/* Of a matrix that is not square, what is beyond the square is L2 = A2 U^-1 or U2 = L^-1 A2. */
static inline void NAME(luBackwards)(size m, size n, const number *factors, size factorsLead,
                                     number *dA, size lead) {
  const number one = 1, minus = -1;
  size k = lesser(m, n);
  number *lower = NAME(wholeTriangle)(0, 'U', k, dA, lead, 0);
  number *upper = NAME(wholeTriangle)(1, 'N', k, dA, lead, 0);
  if (m > n) {
    NAME(solve)('R', 'U', ADJOINT, 'N', m - k, k, factors, factorsLead, dA + k, lead);
    NAME(product)(ADJOINT, 'N', k, k, m - k, &minus, factors + k, factorsLead, dA + k, lead, upper,
                  k);
  }
  if (n > m) {
    number *beyond = dA + k * lead;
    NAME(solve)('L', 'L', ADJOINT, 'U', k, n - k, factors, factorsLead, beyond, lead);
    NAME(product)('N', ADJOINT, k, k, n - k, &minus, beyond, lead, factors + k * factorsLead,
                  factorsLead, lower, k);
  }
  NAME(trmm)('C', 'L', 'L', ADJOINT, 'U', k, k, &one, factors, factorsLead, lower, k);
  NAME(trmm)('C', 'R', 'U', ADJOINT, 'N', k, k, &one, factors, factorsLead, upper, k);
  NAME(joinTriangles)(k, lower, upper, dA, lead);
  NAME(solve)('L', 'L', ADJOINT, 'U', k, k, factors, factorsLead, dA, lead);
  NAME(solve)('R', 'U', ADJOINT, 'N', k, k, factors, factorsLead, dA, lead);
  free(upper);
  free(lower);
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
    NAME(luBackwards)(m, n, kept + 2 + count, m, dA, lead);
  } else {
    rows = rowsOf(pivots, count);
    NAME(luBackwards)(m, n, a, lead, dA, lead);
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

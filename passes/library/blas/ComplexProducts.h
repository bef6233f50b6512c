/*===- ComplexProducts.h - routines of complex matrices, in one precision ----------------===
 *
 * As those of reals (Products.h), made of `product` and `solve`. Adjoints are those of pairs of
 * reals: that of a factor is multiplied by the conjugate of the other one. For M = op(A):
 *
 *     C += alpha M N     M' = ~alpha C' N^H        N' = ~alpha M^H C'        alpha' = sum ~(M N) C'
 *     M X = B            B' = M^-H X'              M' = -B' X^H
 *
 * and A' is M', its transpose, or the conjugate of that. The conjugate alone ('R') is no flag of
 * BLAS: it is of a copy.
 *===-------------------------------------------------------------------------------===*/

#include "MatrixParts.h"

static inline char flagOfHermitian(char flag) {
  return flag == 'N' ? 'C' : flag == 'C' ? 'N' : flag == 'T' ? 'R' : 'T';
}

static inline char flagOfConjugate(char flag) {
  return flag == 'N' ? 'R' : flag == 'R' ? 'N' : flag == 'T' ? 'C' : 'T';
}

static inline number *NAME(conjugated)(size rows, size columns, const number *from, size lead) {
  number *made = malloc(rows * columns * sizeof(number));
  for (size j = 0; j < columns; j++)
    for (size i = 0; i < rows; i++)
      made[j * rows + i] = ~from[j * lead + i];
  return made;
}

static inline void NAME(conjugate)(size rows, size columns, number *a, size lead) {
  for (size j = 0; j < columns; j++)
    for (size i = 0; i < rows; i++)
      a[j * lead + i] = ~a[j * lead + i];
}

static inline number *NAME(zeroMatrix)(size rows, size columns) {
  number *made = malloc(rows * columns * sizeof(number));
  for (size i = 0; i < rows * columns; i++)
    made[i] = 0;
  return made;
}

static inline number *NAME(wholeTriangle)(int isUpper, char diagonal, size n, const number *a,
                                          size lead, number one) {
  number *whole = NAME(zeroMatrix)(n, n);
  for (size j = 0; j < n; j++) {
    size first = NAME(firstIn)(isUpper, diagonal, j), end = NAME(endIn)(isUpper, diagonal, n, j);
    if (diagonal == 'U')
      whole[j * n + j] = one;
    for (size i = first; i < end; i++)
      whole[j * n + i] = a[j * lead + i];
  }
  return whole;
}

/*--- C += alpha A B ----------------------------------------------------------------------------*/

void NAME(product)(char aFlag, char bFlag, size m, size n, size k, const number *alpha,
                   const number *a, size aLead, const number *b, size bLead, number *c,
                   size cLead) {
  size aRow = aFlag == 'N' ? 1 : aLead, aInner = aFlag == 'N' ? aLead : 1;
  size bInner = bFlag == 'N' ? 1 : bLead, bColumn = bFlag == 'N' ? bLead : 1;
  for (size j = 0; j < n; j++)
    for (size i = 0; i < m; i++) {
      number sum = 0;
      for (size l = 0; l < k; l++) {
        number left = a[i * aRow + l * aInner], right = b[l * bInner + j * bColumn];
        sum += (aFlag == 'C' ? ~left : left) * (bFlag == 'C' ? ~right : right);
      }
      c[j * cLead + i] += *alpha * sum;
    }
}

#include "ProductSweeps.h"

/* With the conjugate of either. */
static inline void NAME(multiply)(char aFlag, char bFlag, size m, size n, size k,
                                  const number *alpha, const number *a, size aLead, const number *b,
                                  size bLead, number *c, size cLead) {
  number *left = aFlag == 'R' ? NAME(conjugated)(m, k, a, aLead) : 0;
  number *right = bFlag == 'R' ? NAME(conjugated)(k, n, b, bLead) : 0;
  NAME(product)(left ? 'N' : aFlag, right ? 'N' : bFlag, m, n, k, alpha, left ? left : a,
                left ? m : aLead, right ? right : b, right ? k : bLead, c, cLead);
  free(left);
  free(right);
}

void NAME(product_reverse)(PRODUCT_TWICE, number *kept) {
  if (!kept)
    return;
  dAlpha = SHADOW(dAlpha, alpha), dA = SHADOW(dA, a), dB = SHADOW(dB, b);
  size keptALead = aLead, keptBLead = bLead;
  const number *keptA = a, *keptB = b;
  const number factor = kept[0], other = ~factor, one = 1;
  if (__real__ kept[1] != 0) {
    keptA = kept + 2, keptALead = aFlag == 'N' ? m : k;
    keptB = dB || dAlpha ? keptA + m * k : keptA, keptBLead = bFlag == 'N' ? k : n;
  }
  if (dAlpha) {
    number *whole = NAME(zeroMatrix)(m, n), sum = 0;
    NAME(product)(aFlag, bFlag, m, n, k, &one, keptA, keptALead, keptB, keptBLead, whole, m);
    for (size j = 0; j < n; j++)
      for (size i = 0; i < m; i++)
        sum += ~whole[j * m + i] * dC[j * cLead + i];
    *dAlpha += sum;
    free(whole);
  }
  if (dA && aFlag == 'N')
    NAME(multiply)('N', flagOfHermitian(bFlag), m, k, n, &other, dC, cLead, keptB, keptBLead, dA,
                   aLead);
  else if (dA && aFlag == 'T')
    NAME(multiply)(flagOfConjugate(bFlag), 'T', k, m, n, &other, keptB, keptBLead, dC, cLead, dA,
                   aLead);
  else if (dA)
    NAME(multiply)(bFlag, 'C', k, m, n, &factor, keptB, keptBLead, dC, cLead, dA, aLead);
  if (dB && bFlag == 'N')
    NAME(multiply)(flagOfHermitian(aFlag), 'N', k, n, m, &other, keptA, keptALead, dC, cLead, dB,
                   bLead);
  else if (dB && bFlag == 'T')
    NAME(multiply)('T', flagOfConjugate(aFlag), n, k, m, &other, dC, cLead, keptA, keptALead, dB,
                   bLead);
  else if (dB)
    NAME(multiply)('C', aFlag, n, k, m, &factor, dC, cLead, keptA, keptALead, dB, bLead);
}

#include "TriangleProducts.h"

/*--- A X = B or X A = B, where B was -----------------------------------------------------------*/

/* Column by column, or row by row. */
void NAME(solve)(char side, char triangle, char flag, char diagonal, size m, size n,
                 const number *a, size aLead, number *b, size bLead) {
  size rows = side == 'L' ? m : n, others = side == 'L' ? n : m;
  size step = side == 'L' ? 1 : bLead, next = side == 'L' ? bLead : 1;
  int isAsIs = (flag == 'N') == (side == 'L'); // what is solved with, not its transpose
  int isLower = (triangle == 'U') != isAsIs;
  for (size j = 0; j < others; j++)
    for (size count = 0; count < rows; count++) {
      size i = isLower ? count : rows - 1 - count;
      number here = b[j * next + i * step];
      for (size l = isLower ? 0 : i + 1; l < (isLower ? i : rows); l++) {
        number factor = isAsIs ? a[l * aLead + i] : a[i * aLead + l];
        here -= (flag == 'C' ? ~factor : factor) * b[j * next + l * step];
      }
      if (diagonal != 'U')
        here /= flag == 'C' ? ~a[i * aLead + i] : a[i * aLead + i];
      b[j * next + i * step] = here;
    }
}

#include "SolutionSweeps.h"

/* By the conjugate of a triangle, too. */
static inline void NAME(divide)(char side, char triangle, char flag, char diagonal, size m, size n,
                                const number *a, size aLead, number *b, size bLead) {
  if (flag == 'R')
    NAME(conjugate)(m, n, b, bLead);
  NAME(solve)(side, triangle, flag == 'R' ? 'N' : flag, diagonal, m, n, a, aLead, b, bLead);
  if (flag == 'R')
    NAME(conjugate)(m, n, b, bLead);
}

void NAME(solve_reverse)(SOLVE_TWICE, number *kept) {
  dA = SHADOW(dA, a), dB = SHADOW(dB, b);
  if (!dB)
    return;
  size rows = side == 'L' ? m : n, keptLead = kept ? rows : aLead, lead = kept ? m : bLead;
  const number *keptA = kept ? kept : a, *x = kept ? kept + rows * rows : b;
  NAME(divide)(side, triangle, flagOfHermitian(flag), diagonal, m, n, keptA, keptLead, dB, bLead);
  if (!dA)
    return;
  const number minus = -1;
  size inner = side == 'L' ? n : m;
  char left = side == 'L' ? flag == 'T' ? 'R' : 'N' : flag == 'T' ? 'T' : 'C';
  char right = side == 'L' ? flag == 'T' ? 'T' : 'C' : flag == 'T' ? 'R' : 'N';
  if ((side == 'L') == (flag == 'N'))
    NAME(addToTriangle)(triangle == 'U', diagonal, left, right, rows, inner, &minus, dB, bLead, x,
                        lead, dA, aLead);
  else
    NAME(addToTriangle)(triangle == 'U', diagonal, left, right, rows, inner, &minus, x, lead, dB,
                        bLead, dA, aLead);
}

/* dB = inverse of A times (dB - dA X) */
void NAME(solve_forward_again)(SOLVE_TWICE) {
  dA = SHADOW(dA, a), dB = SHADOW(dB, b);
  if (!dB)
    return;
  size rows = side == 'L' ? m : n;
  if (dA) {
    const number minus = -1;
    number *change = NAME(wholeTriangle)(triangle == 'U', diagonal, rows, dA, aLead, 0);
    if (side == 'L')
      NAME(product)(flag, 'N', m, n, m, &minus, change, rows, b, bLead, dB, bLead);
    else
      NAME(product)('N', flag, m, n, n, &minus, b, bLead, change, rows, dB, bLead);
    free(change);
  }
  NAME(solve)(side, triangle, flag, diagonal, m, n, a, aLead, dB, bLead);
}

void NAME(solve_forward)(SOLVE_TWICE) {
  NAME(solve)(side, triangle, flag, diagonal, m, n, a, aLead, b, bLead);
  NAME(solve_forward_again)(SAME_SOLUTION);
}

#undef PRODUCT_TWICE
#undef SAME_PRODUCT
#undef SOLVE_TWICE
#undef SAME_SOLUTION

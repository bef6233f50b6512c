/*===- ComplexMatrices.h - routines of complex matrices, by products and solutions ---===*/

#include "ProductRoutines.h"

/* y = beta y + alpha A x, side by side for a while. */
static inline void NAME(applyWhole)(char flag, size rows, size inner, const number *alpha,
                                    const number *a, size lead, const number *x, size xStep,
                                    const number *beta, number *y, size yStep) {
  if (rows == 0)
    return;
  number *from = NAME(gathered)(inner, x, xStep, 0), *to = NAME(gathered)(rows, y, yStep, 0);
  NAME(scaleMatrix)(rows, 1, *beta, to, rows);
  if (inner > 0)
    NAME(multiply)(flag, 'N', rows, 1, inner, alpha, a, lead, from, inner, to, rows);
  NAME(scatter)(rows, to, y, yStep, 0);
  free(from);
  free(to);
}

/* As a matrix by columns has it that is stored by rows. */
static inline char NAME(flagByColumns)(char order, char flag) {
  return order != 'R' ? flag : flag == 'N' ? 'T' : flag == 'T' ? 'N' : 'R';
}

void NAME(gemv)(char order, char flag, size m, size n, const number *alpha, const number *a,
                size lead, const number *x, size xStep, const number *beta, number *y, size yStep) {
  size rows = flag == 'N' ? m : n, inner = flag == 'N' ? n : m;
  if (inner > 0)
    NAME(applyWhole)(NAME(flagByColumns)(order, flag), rows, inner, alpha, a, lead, x, xStep, beta,
                     y, yStep);
}

static inline void NAME(addOuter)(char order, int isConjugate, size m, size n, const number *alpha,
                                  const number *x, size xStep, const number *y, size yStep,
                                  number *a, size lead) {
  if (m == 0 || n == 0)
    return;
  number *left = NAME(gathered)(m, x, xStep, 0), *right = NAME(gathered)(n, y, yStep, isConjugate);
  if (order == 'R')
    NAME(product)('N', 'T', n, m, 1, alpha, right, n, left, m, a, lead);
  else
    NAME(product)('N', 'T', m, n, 1, alpha, left, m, right, n, a, lead);
  free(left);
  free(right);
}

void NAME(geru)(char order, size m, size n, const number *alpha, const number *x, size xStep,
                const number *y, size yStep, number *a, size lead) {
  NAME(addOuter)(order, 0, m, n, alpha, x, xStep, y, yStep, a, lead);
}

void NAME(gerc)(char order, size m, size n, const number *alpha, const number *x, size xStep,
                const number *y, size yStep, number *a, size lead) {
  NAME(addOuter)(order, 1, m, n, alpha, x, xStep, y, yStep, a, lead);
}

/* Of one triangle. The diagonal of a Hermitian matrix is real, whatever lies there. */
static inline number *NAME(wholeOf)(int isUpper, int isHermitian, size n, const number *a,
                                    size lead) {
  number *whole = malloc(n * n * sizeof(number));
  for (size j = 0; j < n; j++)
    for (size i = NAME(firstIn)(isUpper, 'N', j); i < NAME(endIn)(isUpper, 'N', n, j); i++) {
      number here = a[j * lead + i];
      if (isHermitian && i == j)
        __imag__ here = 0;
      whole[j * n + i] = here;
      whole[i * n + j] = isHermitian ? ~here : here;
    }
  return whole;
}

void NAME(hemv)(char order, char triangle, size n, const number *alpha, const number *a, size lead,
                const number *x, size xStep, const number *beta, number *y, size yStep) {
  if (n == 0)
    return;
  number *whole = NAME(wholeOf)((triangle == 'U') == (order == 'C'), 1, n, a, lead);
  NAME(applyWhole)(order == 'R' ? 'T' : 'N', n, n, alpha, whole, n, x, xStep, beta, y, yStep);
  free(whole);
}

void NAME(trmv)(char order, char triangle, char flag, char diagonal, size n, const number *a,
                size lead, number *x, size step) {
  if (n == 0)
    return;
  const number one = 1, zero = 0;
  number *whole =
      NAME(wholeTriangle)((triangle == 'U') == (order == 'C'), diagonal, n, a, lead, one);
  number *from = NAME(gathered)(n, x, step, 0);
  NAME(applyWhole)(NAME(flagByColumns)(order, flag), n, n, &one, whole, n, from, 1, &zero, x, step);
  free(from);
  free(whole);
}

void NAME(trsv)(char order, char triangle, char flag, char diagonal, size n, const number *a,
                size lead, number *x, size step) {
  if (n == 0)
    return;
  number *solved = NAME(gathered)(n, x, step, 0);
  NAME(divide)('L', order == 'R' ? otherOf(triangle, 'U', 'L') : triangle,
               NAME(flagByColumns)(order, flag), diagonal, n, 1, a, lead, solved, n);
  NAME(scatter)(n, solved, x, step, 0);
  free(solved);
}

static inline void NAME(productOfWhole)(char side, int isUpper, int isHermitian, size m, size n,
                                        const number *alpha, const number *a, size aLead,
                                        const number *b, size bLead, const number *beta, number *c,
                                        size cLead) {
  size rows = side == 'L' ? m : n;
  if (m == 0 || n == 0)
    return;
  number *whole = NAME(wholeOf)(isUpper, isHermitian, rows, a, aLead);
  NAME(scaleMatrix)(m, n, *beta, c, cLead);
  if (side == 'L')
    NAME(product)('N', 'N', m, n, m, alpha, whole, rows, b, bLead, c, cLead);
  else
    NAME(product)('N', 'N', m, n, n, alpha, b, bLead, whole, rows, c, cLead);
  free(whole);
}

#define PRODUCT_OF_WHOLE(ROUTINE, IS_HERMITIAN)                                                    \
  void NAME(ROUTINE)(char order, char side, char triangle, size m, size n, const number *alpha,    \
                     const number *a, size aLead, const number *b, size bLead, const number *beta, \
                     number *c, size cLead) {                                                      \
    if (order == 'R')                                                                              \
      NAME(productOfWhole)(otherOf(side, 'L', 'R'), triangle != 'U', IS_HERMITIAN, n, m, alpha, a, \
                           aLead, b, bLead, beta, c, cLead);                                       \
    else                                                                                           \
      NAME(productOfWhole)(side, triangle == 'U', IS_HERMITIAN, m, n, alpha, a, aLead, b, bLead,   \
                           beta, c, cLead);                                                        \
  }
PRODUCT_OF_WHOLE(symm, 0)
PRODUCT_OF_WHOLE(hemm, 1)
#undef PRODUCT_OF_WHOLE

/* C = beta C + alpha A B' in one triangle, or that and its transpose; of Hermitian matrices with
 * conjugates, and a real diagonal. */
static inline void NAME(update)(int isUpper, int isHermitian, char flag, size n, size k,
                                number alpha, const number *a, size aLead, const number *b,
                                size bLead, int isOfTwo, number beta, number *c, size cLead) {
  if (n == 0)
    return;
  number *change = NAME(zeroMatrix)(n, n);
  char other = flag != 'N' ? 'N' : isHermitian ? 'C' : 'T';
  if (k > 0)
    NAME(product)(flag, other, n, n, k, &alpha, a, aLead, b, bLead, change, n);
  for (size j = 0; j < n; j++)
    for (size i = NAME(firstIn)(isUpper, 'N', j); i < NAME(endIn)(isUpper, 'N', n, j); i++) {
      number added = change[j * n + i], mirrored = change[i * n + j];
      if (isOfTwo)
        added += isHermitian ? ~mirrored : mirrored;
      if (beta != 0)
        added += beta * c[j * cLead + i];
      if (isHermitian && i == j)
        __imag__ added = 0;
      c[j * cLead + i] = added;
    }
  free(change);
}

void NAME(syrk)(char order, char triangle, char flag, size n, size k, const number *alpha,
                const number *a, size aLead, const number *beta, number *c, size cLead) {
  NAME(update)((triangle == 'U') == (order == 'C'), 0,
               order == 'R' ? otherOf(flag, 'N', 'T') : flag, n, k, *alpha, a, aLead, a, aLead, 0,
               *beta, c, cLead);
}

void NAME(syr2k)(char order, char triangle, char flag, size n, size k, const number *alpha,
                 const number *a, size aLead, const number *b, size bLead, const number *beta,
                 number *c, size cLead) {
  NAME(update)((triangle == 'U') == (order == 'C'), 0,
               order == 'R' ? otherOf(flag, 'N', 'T') : flag, n, k, *alpha, a, aLead, b, bLead, 1,
               *beta, c, cLead);
}

void NAME(herk)(char order, char triangle, char flag, size n, size k, const part *alpha,
                const number *a, size aLead, const part *beta, number *c, size cLead) {
  NAME(update)((triangle == 'U') == (order == 'C'), 1,
               order == 'R' ? otherOf(flag, 'N', 'C') : flag, n, k, *alpha, a, aLead, a, aLead, 0,
               *beta, c, cLead);
}

void NAME(her2k)(char order, char triangle, char flag, size n, size k, const number *alpha,
                 const number *a, size aLead, const number *b, size bLead, const part *beta,
                 number *c, size cLead) {
  number factor = order == 'R' ? ~*alpha : *alpha;
  NAME(update)((triangle == 'U') == (order == 'C'), 1,
               order == 'R' ? otherOf(flag, 'N', 'C') : flag, n, k, factor, a, aLead, b, bLead, 1,
               *beta, c, cLead);
}

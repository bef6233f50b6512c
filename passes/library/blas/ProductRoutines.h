/*===- ProductRoutines.h - gemm, trmm and trsm, of either kind of numbers ---===
 *
 * By way of `product` and `solve`, whatever these do with conjugates.
 *===-------------------------------------------------------------------------------===*/

/* Stored by rows, C' = B' A' is by columns. */
void NAME(gemm)(char order, char aFlag, char bFlag, size m, size n, size k, const number *alpha,
                const number *a, size aLead, const number *b, size bLead, const number *beta,
                number *c, size cLead) {
  if (order == 'R') {
    NAME(scaleMatrix)(n, m, *beta, c, cLead);
    if (k > 0)
      NAME(product)(bFlag, aFlag, n, m, k, alpha, b, bLead, a, aLead, c, cLead);
  } else {
    NAME(scaleMatrix)(m, n, *beta, c, cLead);
    if (k > 0)
      NAME(product)(aFlag, bFlag, m, n, k, alpha, a, aLead, b, bLead, c, cLead);
  }
}

static inline void NAME(triangularProduct)(char side, int isUpper, char flag, char diagonal, size m,
                                           size n, const number *alpha, const number *a, size aLead,
                                           number *b, size bLead) {
  if (m == 0 || n == 0)
    return;
  size rows = side == 'L' ? m : n;
  number *whole = NAME(wholeTriangle)(isUpper, diagonal, rows, a, aLead, 1);
  number *before = malloc(m * n * sizeof(number));
  NAME(copyMatrix)(m, n, b, bLead, before, m);
  NAME(scaleMatrix)(m, n, 0, b, bLead);
  if (side == 'L')
    NAME(product)(flag, 'N', m, n, m, alpha, whole, rows, before, m, b, bLead);
  else
    NAME(product)('N', flag, m, n, n, alpha, before, m, whole, rows, b, bLead);
  free(before);
  free(whole);
}

void NAME(trmm)(char order, char side, char triangle, char flag, char diagonal, size m, size n,
                const number *alpha, const number *a, size aLead, number *b, size bLead) {
  if (order == 'R')
    NAME(triangularProduct)(otherOf(side, 'L', 'R'), triangle != 'U', flag, diagonal, n, m, alpha,
                            a, aLead, b, bLead);
  else
    NAME(triangularProduct)(side, triangle == 'U', flag, diagonal, m, n, alpha, a, aLead, b, bLead);
}

void NAME(trsm)(char order, char side, char triangle, char flag, char diagonal, size m, size n,
                const number *alpha, const number *a, size aLead, number *b, size bLead) {
  if (m == 0 || n == 0)
    return;
  if (order == 'R') {
    NAME(scaleMatrix)(n, m, *alpha, b, bLead);
    NAME(solve)(otherOf(side, 'L', 'R'), otherOf(triangle, 'U', 'L'), flag, diagonal, n, m, a,
                aLead, b, bLead);
  } else {
    NAME(scaleMatrix)(m, n, *alpha, b, bLead);
    NAME(solve)(side, triangle, flag, diagonal, m, n, a, aLead, b, bLead);
  }
}

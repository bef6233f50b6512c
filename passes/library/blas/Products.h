/*===- Products.h - routines of matrices, in one precision ----------------------------===
 *
 * All of them are made of two: `product` adds a product of two matrices, `solve` divides by
 * a triangle. Only these have derivatives of their own, which are products and solutions
 * again, so that they cost what the library's cost. What is around them, a triangle made a
 * whole matrix or a result scaled, is of lower order, and is differentiated as written.
 *
 * A shadow is null where nothing varies with it or nothing is wanted, or the memory itself where
 * only the run knows that. What is kept lies on the tape, which may be read more than once.
 *===-------------------------------------------------------------------------------===*/

#include "MatrixParts.h"

/*--- a matrix from a matrix ------------------------------------------------------------------*/

static inline void NAME(addMatrix)(size rows, size columns, number factor, const number *from,
                                   number *to, size toLead) {
  for (size j = 0; j < columns; j++)
    for (size i = 0; i < rows; i++)
      to[j * toLead + i] += factor * from[j * rows + i];
}

static inline void NAME(clear)(size count, number *made) {
  for (size i = 0; i < count; i++)
    made[i] = 0;
}

static inline number *NAME(zeroMatrix)(size rows, size columns) {
  number *made = malloc(rows * columns * sizeof(number));
  NAME(clear)(rows * columns, made);
  return made;
}

/* A triangle as a whole matrix, zero elsewhere. `one` is where its diagonal is one. */
static inline void NAME(fillTriangle)(int isUpper, char diagonal, size n, const number *a,
                                      size lead, number one, number *whole) {
  NAME(clear)(n * n, whole);
  for (size j = 0; j < n; j++) {
    size first = NAME(firstIn)(isUpper, diagonal, j), end = NAME(endIn)(isUpper, diagonal, n, j);
    if (diagonal == 'U')
      whole[j * n + j] = one;
    for (size i = first; i < end; i++)
      whole[j * n + i] = a[j * lead + i];
  }
}

static inline number *NAME(wholeTriangle)(int isUpper, char diagonal, size n, const number *a,
                                          size lead, number one) {
  number *whole = malloc(n * n * sizeof(number));
  NAME(fillTriangle)(isUpper, diagonal, n, a, lead, one, whole);
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
      for (size l = 0; l < k; l++)
        sum += a[i * aRow + l * aInner] * b[l * bInner + j * bColumn];
      c[j * cLead + i] += *alpha * sum;
    }
}

#include "ProductSweeps.h"

/* to += alpha dC B', as A lies. */
static inline void NAME(adjointOfLeft)(char aFlag, char bFlag, size m, size n, size k,
                                       const number *alpha, const number *b, size bLead,
                                       const number *dC, size cLead, number *to, size toLead) {
  if (aFlag == 'N')
    NAME(product)('N', flipped(bFlag), m, k, n, alpha, dC, cLead, b, bLead, to, toLead);
  else
    NAME(product)(bFlag == 'N' ? 'N' : 'T', 'T', k, m, n, alpha, b, bLead, dC, cLead, to, toLead);
}

/* What alpha adds to the result is seen by the product for the left factor: no third one. */
void NAME(product_reverse)(PRODUCT_TWICE, number *kept) {
  if (!kept)
    return;
  dAlpha = SHADOW(dAlpha, alpha), dA = SHADOW(dA, a), dB = SHADOW(dB, b);
  size aRows = aFlag == 'N' ? m : k, aColumns = aFlag == 'N' ? k : m;
  size keptALead = aLead, keptBLead = bLead;
  const number *keptA = a, *keptB = b;
  if (kept[1] != 0) {
    keptA = kept + 2, keptALead = aRows;
    keptB = dB || dAlpha ? keptA + m * k : keptA, keptBLead = bFlag == 'N' ? k : n;
  }
  if (dAlpha) {
    const number one = 1;
    number *change = NAME(zeroMatrix)(aRows, aColumns), sum = 0;
    NAME(adjointOfLeft)(aFlag, bFlag, m, n, k, &one, keptB, keptBLead, dC, cLead, change, aRows);
    for (size j = 0; j < aColumns; j++)
      for (size i = 0; i < aRows; i++)
        sum += change[j * aRows + i] * keptA[j * keptALead + i];
    *dAlpha += sum;
    if (dA)
      NAME(addMatrix)(aRows, aColumns, kept[0], change, dA, aLead);
    free(change);
  } else if (dA) {
    NAME(adjointOfLeft)(aFlag, bFlag, m, n, k, kept, keptB, keptBLead, dC, cLead, dA, aLead);
  }
  if (dB && bFlag == 'N')
    NAME(product)(flipped(aFlag), 'N', k, n, m, kept, keptA, keptALead, dC, cLead, dB, bLead);
  else if (dB)
    NAME(product)('T', aFlag == 'N' ? 'N' : 'T', n, k, m, kept, dC, cLead, keptA, keptALead, dB,
                  bLead);
}

#include "TriangleProducts.h"

/*--- A X = B or X A = B, where B was ----------------------------------------------------------*/

void NAME(solve)(char side, char triangle, char flag, char diagonal, size m, size n,
                 const number *a, size aLead, number *b, size bLead) {
  struct triangle t = {full, triangle == 'U', side == 'L' ? m : n, m, aLead};
  if (side == 'L')
    for (size j = 0; j < n; j++)
      NAME(solveTriangle)(t, flag, diagonal, a, b + j * bLead, 1);
  else
    for (size i = 0; i < m; i++)
      NAME(solveTriangle)(t, flipped(flag), diagonal, a, b + i, bLead);
}

#include "SolutionSweeps.h"

void NAME(solve_reverse)(SOLVE_TWICE, number *kept) {
  dA = SHADOW(dA, a), dB = SHADOW(dB, b);
  if (!dB)
    return;
  size rows = side == 'L' ? m : n, keptLead = kept ? rows : aLead, solutionLead = kept ? m : bLead;
  const number *keptA = kept ? kept : a, *solution = kept ? kept + rows * rows : b;
  NAME(solve)(side, triangle, flipped(flag), diagonal, m, n, keptA, keptLead, dB, bLead);
  if (!dA)
    return;
  const number minus = -1;
  char left = side == 'L' ? 'N' : 'T', right = flipped(left);
  size inner = side == 'L' ? n : m;
  if ((side == 'L') == (flag == 'N'))
    NAME(addToTriangle)(triangle == 'U', diagonal, left, right, rows, inner, &minus, dB, bLead,
                        solution, solutionLead, dA, aLead);
  else
    NAME(addToTriangle)(triangle == 'U', diagonal, left, right, rows, inner, &minus, solution,
                        solutionLead, dB, bLead, dA, aLead);
}

/* dB = inverse of A times (dB - dA X) */
void NAME(solve_forward_again)(SOLVE_TWICE) {
  dA = SHADOW(dA, a), dB = SHADOW(dB, b);
  if (!dB)
    return;
  size rows = side == 'L' ? m : n;
  if (dA) {
    const number minus = -1;
    number onStack[smallMatrix], *room = 0, *change = onStack;
    if (rows * rows > smallMatrix)
      change = room = malloc(rows * rows * sizeof(number));
    NAME(fillTriangle)(triangle == 'U', diagonal, rows, dA, aLead, 0, change);
    if (side == 'L')
      NAME(product)(flag, 'N', m, n, m, &minus, change, rows, b, bLead, dB, bLead);
    else
      NAME(product)('N', flag, m, n, n, &minus, b, bLead, change, rows, dB, bLead);
    if (room)
      free(room);
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

/*--- the routines ------------------------------------------------------------------------------*/

#include "ProductRoutines.h"

static inline void NAME(symmetricProduct)(char side, int isUpper, size m, size n,
                                          const number *alpha, const number *a, size aLead,
                                          const number *b, size bLead, const number *beta,
                                          number *c, size cLead) {
  size rows = side == 'L' ? m : n;
  if (m == 0 || n == 0)
    return;
  number *whole = malloc(rows * rows * sizeof(number));
  for (size j = 0; j < rows; j++)
    for (size i = NAME(firstIn)(isUpper, 'N', j); i < NAME(endIn)(isUpper, 'N', rows, j); i++) {
      whole[j * rows + i] = a[j * aLead + i];
      whole[i * rows + j] = a[j * aLead + i];
    }
  NAME(scaleMatrix)(m, n, *beta, c, cLead);
  if (side == 'L')
    NAME(product)('N', 'N', m, n, m, alpha, whole, rows, b, bLead, c, cLead);
  else
    NAME(product)('N', 'N', m, n, n, alpha, b, bLead, whole, rows, c, cLead);
  free(whole);
}

void NAME(symm)(char order, char side, char triangle, size m, size n, const number *alpha,
                const number *a, size aLead, const number *b, size bLead, const number *beta,
                number *c, size cLead) {
  if (order == 'R')
    NAME(symmetricProduct)(otherOf(side, 'L', 'R'), triangle != 'U', n, m, alpha, a, aLead, b,
                           bLead, beta, c, cLead);
  else
    NAME(symmetricProduct)(side, triangle == 'U', m, n, alpha, a, aLead, b, bLead, beta, c, cLead);
}

/* C = beta C + alpha A B', or that and its transpose, in one triangle */
static inline void NAME(symmetricUpdate)(int isUpper, char flag, size n, size k,
                                         const number *alpha, const number *a, size aLead,
                                         const number *b, size bLead, int isOfTwo,
                                         const number *beta, number *c, size cLead) {
  if (n == 0)
    return;
  number *change = NAME(zeroMatrix)(n, n), factor = *beta;
  if (k > 0)
    NAME(product)(flag, flipped(flag), n, n, k, alpha, a, aLead, b, bLead, change, n);
  for (size j = 0; j < n; j++)
    for (size i = NAME(firstIn)(isUpper, 'N', j); i < NAME(endIn)(isUpper, 'N', n, j); i++) {
      number added = change[j * n + i];
      if (isOfTwo)
        added += change[i * n + j];
      if (factor == 0)
        c[j * cLead + i] = added;
      else
        c[j * cLead + i] = factor * c[j * cLead + i] + added;
    }
  free(change);
}

void NAME(syrk)(char order, char triangle, char flag, size n, size k, const number *alpha,
                const number *a, size aLead, const number *beta, number *c, size cLead) {
  NAME(symmetricUpdate)((triangle == 'U') == (order == 'C'), BY_COLUMNS(flag), n, k, alpha, a,
                        aLead, a, aLead, 0, beta, c, cLead);
}

void NAME(syr2k)(char order, char triangle, char flag, size n, size k, const number *alpha,
                 const number *a, size aLead, const number *b, size bLead, const number *beta,
                 number *c, size cLead) {
  NAME(symmetricUpdate)((triangle == 'U') == (order == 'C'), BY_COLUMNS(flag), n, k, alpha, a,
                        aLead, b, bLead, 1, beta, c, cLead);
}

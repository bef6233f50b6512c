/*===- TriangleProducts.h - products of which one triangle is wanted, of one kind of numbers ---===
 *
 * The adjoint of a triangle is a triangle of a product. Taken whole, it is twice the work, and is
 * written, read and added beside the matrix. Here: blocks on the diagonal, and straight into the
 * matrix what lies between two of them, between two pairs of them, and so on.
 *===-------------------------------------------------------------------------------===*/

#ifndef ENZYME_BLAS_TRIANGLE_PRODUCTS_H /* what does not depend on the precision */
#define ENZYME_BLAS_TRIANGLE_PRODUCTS_H

/* Rows and columns of a block on the diagonal. */
enum { DIAGONAL_BLOCK = 32 };

static inline size lesser(size a, size b) { return a < b ? a : b; }

#endif

/* To a triangle of A, without its diagonal if that is one ('U'): alpha op(P) op(Q). */
static inline void NAME(addToTriangle)(int isUpper, char diagonal, char pFlag, char qFlag, size n,
                                       size inner, const number *alpha, const number *p, size pLead,
                                       const number *q, size qLead, number *a, size lead) {
  size pRow = pFlag == 'N' || pFlag == 'R' ? 1 : pLead;
  size qColumn = qFlag == 'N' || qFlag == 'R' ? qLead : 1;
  for (size first = 0; first < n; first += DIAGONAL_BLOCK) {
    size width = lesser(DIAGONAL_BLOCK, n - first);
    number onStack[smallMatrix], *room = 0, *block = onStack, *onDiagonal = a + first * (lead + 1);
    if (width * width > smallMatrix)
      block = room = malloc(width * width * sizeof(number));
    for (size i = 0; i < width * width; i++)
      block[i] = 0;
    NAME(MULTIPLY)(pFlag, qFlag, width, width, inner, alpha, p + first * pRow, pLead,
                   q + first * qColumn, qLead, block, width);
    for (size j = 0; j < width; j++)
      for (size i = NAME(firstIn)(isUpper, diagonal, j);
           i < NAME(endIn)(isUpper, diagonal, width, j); i++)
        onDiagonal[j * lead + i] += block[j * width + i];
    if (room)
      free(room);
  }
  for (size half = DIAGONAL_BLOCK; half < n; half *= 2)
    for (size first = 0; first + half < n; first += 2 * half) {
      size middle = first + half, rest = lesser(half, n - middle);
      size row = isUpper ? first : middle, column = isUpper ? middle : first;
      NAME(MULTIPLY)(pFlag, qFlag, isUpper ? half : rest, isUpper ? rest : half, inner, alpha,
                     p + row * pRow, pLead, q + column * qColumn, qLead, a + column * lead + row,
                     lead);
    }
}

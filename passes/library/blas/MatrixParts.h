/*===- MatrixParts.h - copies, scales and triangles of matrices, of either kind of numbers ---===
 *
 * What stands before all routines of matrices. Each precision and kind of numbers includes it.
 *===-------------------------------------------------------------------------------===*/

void NAME(gemm)(char order, char aFlag, char bFlag, size m, size n, size k, const number *alpha,
                const number *a, size aLead, const number *b, size bLead, const number *beta,
                number *c, size cLead);
void NAME(trsm)(char order, char side, char triangle, char flag, char diagonal, size m, size n,
                const number *alpha, const number *a, size aLead, number *b, size bLead);

static inline void NAME(copyMatrix)(size rows, size columns, const number *from, size fromLead,
                                    number *to, size toLead) {
  for (size j = 0; j < columns; j++)
    for (size i = 0; i < rows; i++)
      to[j * toLead + i] = from[j * fromLead + i];
}

static inline void NAME(scaleMatrix)(size rows, size columns, number beta, number *c, size lead) {
  if (beta == 0)
    for (size j = 0; j < columns; j++)
      for (size i = 0; i < rows; i++)
        c[j * lead + i] = 0;
  else
    for (size j = 0; j < columns; j++)
      for (size i = 0; i < rows; i++)
        c[j * lead + i] *= beta;
}

/* Rows of a column within a triangle, its diagonal too unless that is one ('U'). */
static inline size NAME(firstIn)(int isUpper, char diagonal, size column) {
  return isUpper ? 0 : diagonal == 'U' ? column + 1 : column;
}

static inline size NAME(endIn)(int isUpper, char diagonal, size n, size column) {
  return !isUpper ? n : diagonal == 'U' ? column : column + 1;
}

// A matrix as an array of row pointers, all on the heap.
#include "check.h"

double f(const double *x) {
  double **rows = (double **)malloc(3 * sizeof(double *));
  for (int i = 0; i < 3; i++) {
    rows[i] = (double *)malloc(3 * sizeof(double));
    for (int j = 0; j < 3; j++)
      rows[i][j] = x[i] * (j + 1) + x[j] * x[j];
  }
  double determinant = rows[0][0] * (rows[1][1] * rows[2][2] - rows[1][2] * rows[2][1]) -
                       rows[0][1] * (rows[1][0] * rows[2][2] - rows[1][2] * rows[2][0]) +
                       rows[0][2] * (rows[1][0] * rows[2][1] - rows[1][1] * rows[2][0]);
  for (int i = 0; i < 3; i++)
    free(rows[i]);
  free(rows);
  return determinant;
}

CHECK_FUNCTION(f, 3, 1, -2, 3);

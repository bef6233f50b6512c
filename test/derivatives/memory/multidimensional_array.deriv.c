// Two- and three-dimensional arrays: transpose, contraction.
#include "check.h"

double f(const double *x) {
  double a[2][3], b[3][2], c[2][2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      a[i][j] = x[i * 3 + j], b[j][i] = a[i][j] * a[i][j];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 2; k++)
        c[i][j][k] = a[i][k] * b[k + 1][j];
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += c[i >> 2][(i >> 1) & 1][i & 1] * (i + 1);
  return sum;
}

CHECK_FUNCTION(f, 6, 1, -2, 3, 0.5, 0.25, -1);

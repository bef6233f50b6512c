// Matrices as parameters with variable bounds: double a[n][m].
#include "check.h"

NOINLINE static void multiply(int n, int m, double a[n][m], double b[m][n], double c[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < m; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}
double f(const double *x) {
  double a[2][3], b[3][2], c[2][2];
  for (int i = 0; i < 6; i++)
    a[i / 3][i % 3] = x[i], b[i / 2][i % 2] = x[i] * x[5 - i];
  multiply(2, 3, a, b, c);
  return c[0][0] * c[1][1] - c[0][1] * c[1][0];
}

CHECK_FUNCTION(f, 6, 0.5, -0.5, 1, 0.75, 2, -1);

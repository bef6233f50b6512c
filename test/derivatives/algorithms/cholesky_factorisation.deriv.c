// Cholesky factor of a symmetric positive definite matrix, in place; log-determinant and a solve.
#include "check.h"

double f(const double *x) {
  double a[4][4], b[4];
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      a[i][j] = i == j ? 5 : 0;
      for (int k = 0; k < 4; k++)
        a[i][j] += x[(i + k) % 5] * x[(j + k) % 5] * 0.3;
    }
    b[i] = x[i];
  }
  double logDeterminant = 0;
  for (int j = 0; j < 4; j++) {
    for (int k = 0; k < j; k++)
      a[j][j] -= a[j][k] * a[j][k];
    a[j][j] = sqrt(a[j][j]);
    logDeterminant += 2 * log(a[j][j]);
    for (int i = j + 1; i < 4; i++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  double quadratic = 0;
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < i; k++)
      b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
    quadratic += b[i] * b[i];
  }
  return logDeterminant + quadratic;
}

CHECK_FUNCTION(f, 5, 1, -2, 0.5, 3, 0.25);

// Parameters and locals that point to arrays of variable length.
#include "check.h"

NOINLINE static double trace(int n, double (*m)[n]) {
  double r = 0;
  for (int i = 0; i < n; i++)
    r += m[i][i];
  return r;
}
NOINLINE static void multiply(int n, double a[n][n], double b[static n][n], double c[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

double f(const double *x, int n) {
  double a[n][n], square[n][n];
  double(*heap)[n] = malloc(sizeof(double[n][n]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = x[(i + j) % n] + (i == j);
  multiply(n, a, a, square);
  multiply(n, square, a, heap);
  double r = trace(n, heap) + sizeof a / sizeof a[0] * trace(n, square);
  free(heap);
  return r;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);

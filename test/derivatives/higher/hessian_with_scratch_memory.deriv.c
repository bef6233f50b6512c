// Hessian-vector products of functions that work in scratch memory, overwrite it and call helpers.
#include "nests.h"
NOINLINE static void layer(const double *in, double *out, int n, double weight) {
  for (int i = 0; i < n; i++)
    out[i] = tanh(weight * in[i] + 0.5 * in[(i + 1) % n]);
}
static double network(const double *x, int n) {
  double *a = (double *)malloc(sizeof(double) * (size_t)n), *b = (double *)malloc(sizeof(double) * (size_t)n);
  layer(x, a, n, 0.7);
  for (int k = 0; k < 3; k++) {
    layer(a, b, n, 0.3 + 0.2 * k);
    double *swap = a;
    a = b;
    b = swap;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * a[i];
  free(a);
  free(b);
  return sum;
}
static double determinant(const double *x) { // of 3 by 3, by elimination in place
  double a[3][3];
  memcpy(a, x, sizeof a);
  double product = 1;
  for (int k = 0; k < 3; k++) {
    product *= a[k][k];
    for (int i = k + 1; i < 3; i++) {
      double f = a[i][k] / a[k][k];
      for (int j = k; j < 3; j++)
        a[i][j] -= f * a[k][j];
    }
  }
  return product;
}
CHECK_HESSIAN_N(network, 4, 0.5, -0.25, 0.75, 1.5);
CHECK_HESSIAN(determinant, 9, 3, 1, 0.5, 1, 4, -1, 0.5, 2, 5);

// Memory is freed by the primal while the reverse still needs what it held.
#include "check.h"

NOINLINE static double *squares(const double *x, int n) {
  double *r = (double *)malloc(sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    r[i] = x[i] * x[i];
  return r;
}
double f(const double *x, int n) {
  double *first = squares(x, n);
  double product = 1;
  for (int i = 0; i < n; i++)
    product *= first[i];
  free(first);
  double *second = squares(&product, 1);
  const double r = second[0] * x[0];
  free(second);
  return r;
}

CHECK_FUNCTION_N(f, 3, 1.5, -0.5, 2);

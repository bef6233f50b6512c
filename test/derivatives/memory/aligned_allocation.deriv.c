// aligned_alloc and posix_memalign.
#include "check.h"

double f(const double *x, int n) {
  double *a = (double *)aligned_alloc(64, 64), *b = 0;
  if (posix_memalign((void **)&b, 32, sizeof(double) * (size_t)n))
    return 0;
  for (int i = 0; i < n; i++) {
    a[i] = x[i] * 2;
    b[i] = a[i] * x[n - 1 - i];
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  free(a);
  free(b);
  return sum;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);

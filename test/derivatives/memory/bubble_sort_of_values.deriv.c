// Active values sorted in place: gradients follow their values.
#include "check.h"

double f(const double *x, int n) {
  double a[8];
  memcpy(a, x, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < n - i; j++)
      if (a[j] > a[j + 1]) {
        const double kept = a[j];
        a[j] = a[j + 1];
        a[j + 1] = kept;
      }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * a[i] * (i + 1);
  return sum;
}

CHECK_FUNCTION_N(f, 5, 3, -2, 1, 0.5, 2);

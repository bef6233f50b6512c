// Inner lengths that depend on the outer index, three deep.
#include "check.h"

double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      for (int k = 0; k <= j - i; k++)
        sum += x[i] * x[j] * x[k] / (1 + i + j + k);
  return sum;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);

// Prefix sums forwards and suffix products backwards.
#include "check.h"

void f(double *x) {
  for (int i = 1; i < 5; i++)
    x[i] += x[i - 1];
  for (int i = 3; i >= 0; i--)
    x[i] *= x[i + 1];
}

CHECK_INPLACE(f, 5, 1, 0.5, -0.25, 2, -1);

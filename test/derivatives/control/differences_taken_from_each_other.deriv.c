// Integers that a loop subtracts from each other, each from the last, and that lead to a place in
// an array: whether they are made of an address is asked of each once.
#include "check.h"
#include <stdint.h>

NOINLINE static const double *alternate(const double *x, const int *steps, int n) {
  intptr_t offset = 0;
  for (int i = 0; i < n; i++)
    offset = steps[i] - offset;
  return (const double *)((intptr_t)x + offset * (intptr_t)sizeof *x);
}

static double f(const double *x) {
  static const int steps[] = {1, 3, 4}; // 1, 2, 2
  return x[0] * x[0] * *alternate(x, steps, 1) + sin(*alternate(x, steps, 3));
}
CHECK_FUNCTION(f, 3, 0.7, -0.4, 0.9);

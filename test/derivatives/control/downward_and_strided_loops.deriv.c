// Loops that count down, by two, by a variable step, with unsigned and 64-bit counters.
#include "check.h"

double f(const double *x, int n) {
  double sum = 0;
  for (int i = n - 1; i >= 0; i--)
    sum = sum * 0.5 + x[i] * x[i];
  for (int i = 0; i < n; i += 2)
    sum *= x[i];
  for (unsigned i = (unsigned)n; i--;)
    sum += x[i];
  for (long i = 0, step = 1; i < n; i += step, step++)
    sum += x[i] * sum;
  return sum;
}

CHECK_FUNCTION_N(f, 5, 1.5, -2, 0.5, 0.25, 1);

// A helper that reads and writes through pointers and returns a value as well.
#include "check.h"

NOINLINE static double update(double *state, const double *input, double rate) {
  const double change = rate * (*input - *state);
  *state += change;
  return change * change;
}
double f(const double *x, int n) {
  double state = 0, sum = 0;
  for (int i = 0; i < n; i++)
    sum += update(&state, &x[i], x[0]);
  return sum * state;
}

CHECK_FUNCTION_N(f, 4, 0.5, -2, 3, 0.25);

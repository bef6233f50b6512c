// Tapes of calls hang on the tape of their caller: recursion, mutual recursion, calls
// in loops of unknown length.
#define CHECK_FROM_TAPE
#include "check.h"

NOINLINE static double power(double x, int n) {
  if (n == 0)
    return 1;
  double half = power(x, n / 2);
  return n % 2 ? half * half * x : half * half;
}
NOINLINE static double odd(double x, int n);
NOINLINE static double even(double x, int n) { return n == 0 ? x : sin(odd(x, n - 1)) + x; }
NOINLINE static double odd(double x, int n) { return n == 0 ? 1 : even(x, n - 1) * x; }

static double f(const double *x) { return power(x[0], 11) * even(x[1], 6) + power(x[1], 4); }
static double until(const double *x) {
  double s = x[0];
  while (s < 50)
    s += power(x[1], 3) + odd(s * 0.01, 3);
  return s * x[0];
}
CHECK_FUNCTION(f, 2, 0.9, 1.1, 1.2, 0.4);
CHECK_FUNCTION(until, 2, 0.5, 1.7);

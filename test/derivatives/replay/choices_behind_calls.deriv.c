// What a call gives is used in one branch, or in some iterations: elsewhere its adjoint is zero.
#include "check.h"
NOINLINE static double squares(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i] * (i + 1);
  return sum;
}
double usedInABranch(const double *x, int n) {
  double sum = squares(x, n), result = x[0];
  if (x[1] > 0)
    result += 3 * sum * log(x[1]);
  return result;
}
CHECK_FUNCTION_N(usedInABranch, 3, 1, 2, 0.5, 1, -2, 0.5);
double usedLinearly(const double *x, int n) {
  double sum = squares(x, n), result = x[0];
  if (x[1] > 0) {
    checkFailures += n < 0;
    result += 3 * sum;
  }
  return result;
}
CHECK_FUNCTION_N(usedLinearly, 3, 1, 2, 0.5, 1, -2, 0.5);
double usedInALoop(const double *x, int n) {
  double sum = squares(x, n), result = x[0];
  for (int i = 0; x[i] > 0 && i < n - 1; i++)
    result += sum;
  return result;
}
CHECK_FUNCTION_N(usedInALoop, 3, 1, 2, 0.5, 1, -2, 0.5, -1, 2, 0.5);

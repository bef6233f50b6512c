// Addresses and doubles that another file makes integers of, and makes of integers.
#include "check.h"
#include "words.h"

double f(const double *x, int n) {
  double sum = x[0] * x[1];
  uintptr_t handle = marked(&sum, 5);
  *unmarked(handle) += fromParts(partsOf(x[1] * x[1] * n)) * x[0];
  double *again = addressOf(addressParts(&sum));
  *again *= (double)(handle & 7);
  return sum;
}
CHECK_FUNCTION_N(f, 2, 3, 2);

// Divide and conquer over an array, with memory written on the way.
#include "check.h"

static double halves(double *x, int n) {
  if (n == 1) {
    x[0] = x[0] * x[0];
    return x[0];
  }
  const double left = halves(x, n / 2), right = halves(x + n / 2, n - n / 2);
  x[0] += left * right;
  return left * x[0] + right;
}
void f(double *x) { x[5] += halves(x, 5); }

CHECK_INPLACE(f, 6, 1, -0.5, 0.75, 0.5, 0.25, 1);

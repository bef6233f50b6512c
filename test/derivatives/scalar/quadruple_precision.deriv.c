// __float128 arithmetic, done by calls of the compiler's own library.
#define CHECK_REAL __float128
#define CHECK_TOLERANCE 1e-9
#define CHECK_EXACTNESS 1e-17
#include "check.h"

__float128 polynomial(__float128 x) { return x * x * x - 2 * x + 1 / x; }
__float128 sum(const __float128 *x, int n) {
  __float128 r = 0;
  for (int i = 0; i < n; i++)
    r += x[i] * x[i] * (i + 1);
  return r;
}

CHECK_SCALAR(polynomial, 1.5, -0.5);
CHECK_FUNCTION_N(sum, 3, 1, 2, 3);

// assert and abort on paths that are not taken.
#include "check.h"
#include <assert.h>

double f(const double *x, int n) {
  assert(n > 0 && x);
  double r = 1;
  for (int i = 0; i < n; i++) {
    if (x[i] == 12345)
      abort();
    assert(x[i] < 1000);
    r *= x[i];
  }
  if (r > 1e9)
    __builtin_unreachable();
  return r;
}

CHECK_FUNCTION_N(f, 3, 1, -2, 3);

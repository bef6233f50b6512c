// A bad-size guard that throws, otherwise the sum of squares: 2x_i; the exception still propagates.
// also: -stdlib=libc++ -static-libstdc++
// matrix: full
#include "check.h"
#include <stdexcept>
extern "C" void __enzyme_autodiff_guarded(void *, ...);
extern "C" double __enzyme_fwddiff_guarded(void *, ...);

double f(const double *x, int n) {
  if (n > 3)
    throw std::runtime_error("too many");
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum;
}

CHECK_FUNCTION_N(f, 3, 1, -2, 3);
CHECK_VALUES(throwing) {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0, 0, 0, 0};
  int caught = 0;
  try {
    __enzyme_autodiff_guarded((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
  } catch (const std::runtime_error &e) {
    caught += strcmp(e.what(), "too many") == 0;
  }
  try {
    __enzyme_fwddiff_guarded((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
  } catch (const std::runtime_error &e) {
    caught += strcmp(e.what(), "too many") == 0;
  }
  EXPECT_EXACT(caught, 2);
  EXPECT_TRUE(dx[0] == 0 && dx[3] == 0);
}

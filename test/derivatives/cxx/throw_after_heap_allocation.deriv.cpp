// An exception from deep inside, after heap memory and a tape were made: caught outside, nothing
// leaks.
#include "check.h"
#include <memory>
#include <stdexcept>
extern "C" void __enzyme_autodiff_thrown(void *, ...);

NOINLINE static double checkedRoot(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return sqrt(x);
}
double f(const double *x, int n) {
  std::unique_ptr<double[]> roots(new double[(size_t)n]);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    roots[i] = checkedRoot(x[i]) * x[i];
    sum += roots[i] * roots[0];
  }
  return sum;
}

CHECK_FUNCTION_N(f, 3, 1, 2, 3);
CHECK_VALUES(throwing) {
  double x[3] = {1, 2, -3}, dx[3] = {0, 0, 0};
  int caught = 0;
  for (int i = 0; i < 3; i++)
    try {
      __enzyme_autodiff_thrown((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    } catch (const std::domain_error &) {
      caught++;
    }
  EXPECT_EXACT(caught, 3);
  x[2] = 3;
  __enzyme_autodiff_thrown((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
  EXPECT_TRUE(dx[0] != 0 && dx[2] != 0);
}

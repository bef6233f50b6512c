// __enzyme_error_estimate: forward propagation of relative errors with a floor of one ulp of each
// result; the program's own enzymeLogError hears of each operation (words 2.5).
// also: -ffast-math
#include "check.h"
double __enzyme_error_estimate(void *, ...);
static int logged = 0;
static char operations[8][16];
static double values[8], errors[8];
void enzymeLogError(double value, double error, const char *op, const char *callee,
                    const char *module, const char *function, const char *block) {
  if (logged < 8) {
    snprintf(operations[logged], 16, "%s%s%s", op, *callee ? " " : "", callee);
    values[logged] = value;
    errors[logged] = error;
  }
  logged += *module && *function && *block;
}
double f(double x) { return cos(x); }
double g(double x, double y) { return x + y; }
double h(const double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; i++)
    p *= x[i];
  return p;
}
double square(double x) { return (x + x) * (x + x) + 0 * x; }
double two(double x) { return cos(x * x); }

CHECK_VALUES(estimates) {
  EXPECT_CLOSE(__enzyme_error_estimate((void *)f, 1e-7, 0.0) * 1e16, 1.1102230246, 1e-9);
  EXPECT_CLOSE(__enzyme_error_estimate((void *)f, 1.0, 1e-3), 1e-3 * tan(1), 1e-12);
  EXPECT_CLOSE(__enzyme_error_estimate((void *)g, 99.0, 0.0, 127.0, 0.0) * 1e14, 2.8421709, 1e-6);
  // One product after the other: |d_p x_i p / (p x_i)| + |d_i p x_i / (p x_i)| = d_p + d_i.
  double x[3] = {2, 3, 5}, e[3] = {1e-6, 2e-6, 3e-6};
  EXPECT_CLOSE(__enzyme_error_estimate((void *)h, x, e, 3) * 1e6, 1 + 2 + 3, 1e-6);
}
CHECK_VALUES(at_zero) {
  // The relative error of nothing is not known; what is left is one ulp.
  double error = __enzyme_error_estimate((void *)square, 0.0, 1e-3);
  EXPECT_TRUE(error >= 0 && error < 1e-300);
}
CHECK_VALUES(log_) {
  logged = 0;
  double error = __enzyme_error_estimate((void *)two, 0.5, 1e-3);
  EXPECT_EXACT(logged, 2);
  EXPECT_TRUE(!strcmp(operations[0], "fmul"));
  EXPECT_TRUE(!strncmp(operations[1], "call", 4) && strstr(operations[1], "cos"));
  EXPECT_EXACT(values[0], 0.25);
  EXPECT_EXACT(values[1], cos(0.25));
  EXPECT_EXACT(errors[1], error);
  EXPECT_CLOSE(errors[0], 2 * 1e-3, 1e-12);
}

// Derivatives of truncated functions; truncated gradients; truncated copies of what is called, by
// recursion and through pointers.
#include "check.h"
typedef double (*fn1)(double);
typedef double (*fn2)(double, double);
fn1 __enzyme_truncate_op_func_1(void *, int, ...);
fn2 __enzyme_truncate_op_func_2(void *, int, ...);
double __enzyme_autodiff_d(void *, ...);
double __enzyme_fwddiff_d(void *, ...);

static double cube(double x) { return x * x * x; }
static double root(double x) { return sqrt(x) * sin(x); }
static double inFloat(double x) { return __enzyme_truncate_op_func_1((void *)cube, 64, 32)(x); }
static double in12Bits(double x) { return __enzyme_truncate_op_func_1((void *)root, 64, 8, 12)(x); }
static double in40Bits(double x) { return __enzyme_truncate_op_func_1((void *)root, 64, 11, 40)(x); }
static double slope(double x) { return __enzyme_autodiff_d((void *)root, x); }
static double product(const double *x, int n) { return n == 0 ? 1 : x[n - 1] * product(x, n - 1); }
static double gradientOfProduct(double x, double y) {
  double v[3] = {x, y, 0.3}, d[3] = {0, 0, 0};
  __enzyme_autodiff_d((void *)product, enzyme_dup, v, d, 3);
  return d[2];
}
static double third(double x) { return x / 3; }
static double half(double x) { return x / 2; }
static double throughTable(double x, double which) {
  static double (*const table[2])(double) = {third, half};
  return table[(int)which](x) * 7;
}
static double power(double x, double n) { return n < 0.5 ? 1 : x * power(x, n - 1); }

CHECK_VALUES(derivatives_of_truncated) {
  double x = 1.1;
  EXPECT_CLOSE(__enzyme_autodiff_d((void *)inFloat, x), 3 * x * x, 1e-6);
  EXPECT_TRUE(__enzyme_autodiff_d((void *)inFloat, x) != 3 * x * x);
  EXPECT_CLOSE(__enzyme_fwddiff_d((void *)inFloat, x, 1.0), 3 * x * x, 1e-6);
  double exact = 0.5 / sqrt(x) * sin(x) + sqrt(x) * cos(x);
  EXPECT_CLOSE(__enzyme_autodiff_d((void *)in12Bits, x), exact, 1e-3);
  EXPECT_CLOSE(__enzyme_fwddiff_d((void *)in12Bits, x, 1.0), exact, 1e-3);
  EXPECT_CLOSE(__enzyme_autodiff_d((void *)in40Bits, x), exact, 1e-11);
  EXPECT_TRUE(in12Bits(x) != root(x));
  EXPECT_CLOSE(in12Bits(x), root(x), 1e-3);
  EXPECT_CLOSE(in40Bits(x), root(x), 1e-11);
}
CHECK_VALUES(named_directly) {
  double x = 1.1;
  EXPECT_EXACT(__enzyme_autodiff_d((void *)__enzyme_truncate_op_func_1((void *)cube, 64, 32), x),
               __enzyme_autodiff_d((void *)inFloat, x));
  fn1 low = __enzyme_truncate_op_func_1((void *)root, 64, 8, 12);
  EXPECT_EXACT(__enzyme_fwddiff_d((void *)low, x, 1.0), __enzyme_fwddiff_d((void *)in12Bits, x, 1.0));
  EXPECT_EXACT(low(x), in12Bits(x));
}
CHECK_VALUES(truncated_derivatives) {
  double x = 1.1, exact = 0.5 / sqrt(x) * sin(x) + sqrt(x) * cos(x);
  double truncated = __enzyme_truncate_op_func_1((void *)slope, 64, 32)(x);
  EXPECT_EXACT(truncated, (float)truncated);
  EXPECT_CLOSE(truncated, exact, 1e-6);
  EXPECT_TRUE(truncated != exact);
  truncated = __enzyme_truncate_op_func_2((void *)gradientOfProduct, 64, 32)(1.1, 2.3);
  EXPECT_EXACT(truncated, (float)truncated);
  EXPECT_CLOSE(truncated, 1.1 * 2.3, 1e-6);
}
CHECK_VALUES(calls) {
  double t = __enzyme_truncate_op_func_2((void *)power, 64, 8, 10)(1.1, 4);
  EXPECT_CLOSE(t, 1.4641, 4e-3);
  EXPECT_EXACT(t * 1024, floor(t * 1024));
  EXPECT_EXACT(__enzyme_truncate_op_func_2((void *)throughTable, 64, 32)(1, 0), 1.f / 3 * 7);
  EXPECT_EXACT(__enzyme_truncate_op_func_2((void *)throughTable, 64, 32)(0.1, 1), 0.1f / 2 * 7);
}

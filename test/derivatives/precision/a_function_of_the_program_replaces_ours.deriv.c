// A function named as the operation is called instead, and told the format and the scope (words 2.8).
#include "check.h"
#include <stdint.h>
static int divisions = 0, products = 0, sines = 0, comparisons = 0;
double __enzyme_fprt_64_52_binop_fdiv(double a, double b, int64_t e, int64_t s, int64_t mode) {
  divisions++;
  return (e == 8 && s == 23 && mode == 2) ? (float)((float)a / (float)b) : -1;
}
double __enzyme_fprt_64_52_binop_fmul(double a, double b, int64_t e, int64_t s, int64_t mode) {
  products += mode;
  return a * b + e + s;
}
double __enzyme_fprt_64_52_func_sin(double a, int64_t e, int64_t s, int64_t mode) {
  sines++;
  return 42;
}
_Bool __enzyme_fprt_64_52_fcmp_olt(double a, double b, int64_t e, int64_t s, int64_t mode) {
  comparisons++;
  return 1;
}
typedef double (*fn2)(double, double);
fn2 __enzyme_truncate_op_func(void *, int, ...);
fn2 __enzyme_truncate_mem_func(void *, int, ...);
double f(double a, double b) { return a / b; }
double g(double a, double b) { return a * b; }
double h(double a, double b) { return sin(a) + b; }
double k(double a, double b) { return a < b ? a : 7; }

CHECK_VALUES(words) {
  EXPECT_CLOSE((__enzyme_truncate_op_func((void *)f, 64, 32)(1, 3) - 1.0 / 3) * 1e9, 9.934107481,
               1e-9);
  EXPECT_EXACT(divisions, 1);
  EXPECT_EXACT(__enzyme_truncate_mem_func((void *)g, 64, 5, 10)(2, 3), 21);
  EXPECT_EXACT(products, 1);
  EXPECT_EXACT(__enzyme_truncate_op_func((void *)h, 64, 32)(2, 3), 45);
  EXPECT_EXACT(sines, 1);
  EXPECT_EXACT(__enzyme_truncate_op_func((void *)k, 64, 32)(3, 2), 3);
  EXPECT_EXACT(comparisons, 1);
  EXPECT_EXACT(f(1, 3), 1.0 / 3);
}

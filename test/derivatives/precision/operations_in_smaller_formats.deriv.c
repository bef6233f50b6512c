// __enzyme_truncate_op_func: every operation in the smaller format, whether a machine has it or not,
// compared with the same function written in that format (words 2.8).
#include "check.h"
typedef double (*fn2)(double, double);
typedef float (*fnf)(float, float);
fn2 __enzyme_truncate_op_func(void *, int, int);
fn2 __enzyme_truncate_op_func_bits(void *, int, int, int);
fnf __enzyme_truncate_op_func_f(void *, int, ...);

static double mixed(double a, double b) {
  double s = a * b - a / b + 0.1;
  for (int i = 0; i < 5; i++)
    s = s * a + (b - s) / (i + 1);
  return sqrt(s * s + 2) + (s > a ? fabs(b) : -a) + fma(a, b, s);
}
static float mixedFloat(float a, float b) {
  float s = a * b - a / b + 0.1f;
  for (int i = 0; i < 5; i++)
    s = s * a + (b - s) / (float)(i + 1);
  return sqrtf(s * s + 2) + (s > a ? fabsf(b) : -a) + fmaf(a, b, s);
}
static double quotient(double a, double b) { return a / b; }
static double sum(double a, double b) { return a + b; }
static float quotientFloat(float a, float b) { return a / b; }
static double nested(double a, double b) { return quotient(a, b) + sum(a, b) * 3; }

CHECK_VALUES(native) {
  double points[4][2] = {{1.1, 3.3}, {-0.7, 2.9}, {1e-3, 77.7}, {12.25, -0.3}};
  for (int i = 0; i < 4; i++) {
    double a = points[i][0], b = points[i][1];
    EXPECT_EXACT(__enzyme_truncate_op_func((void *)mixed, 64, 32)(a, b),
                 mixedFloat((float)a, (float)b));
    EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)mixed, 64, 8, 23)(a, b),
                 mixedFloat((float)a, (float)b));
    // The full width changes nothing, bit for bit, though it takes another way.
    EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)quotient, 64, 11, 52)(a, b), a / b);
  }
  EXPECT_CLOSE((__enzyme_truncate_op_func((void *)quotient, 64, 32)(1, 3) - 1.0 / 3) * 1e9,
               9.934107481, 1e-9);
  EXPECT_EXACT(__enzyme_truncate_op_func((void *)quotient, 64, 16)(1, 3), 0x1.554p-2);
  EXPECT_EXACT(__enzyme_truncate_op_func_f((void *)quotientFloat, 32, 16)(1, 3), 0x1.554p-2f);
  EXPECT_EXACT(__enzyme_truncate_op_func((void *)nested, 64, 32)(1.5, 7),
               1.5f / 7.f + (1.5f + 7.f) * 3);
}

CHECK_VALUES(any_width) {
  // 4 significand bits: 1/3 = 0.0101|0101…
  EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)quotient, 64, 8, 4)(1, 3), 0x1.5p-2);
  // Ties go to even; 1 + 1/32 and 1 + 3/32 lie between neighbours.
  EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)sum, 64, 8, 4)(1, 0x1p-5), 1);
  EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)sum, 64, 8, 4)(0x1.1p0, 0x1p-5), 0x1.2p0);
  // Three exponent bits: the largest is 1.9375 * 2^3, the least 2^-2 / 16.
  EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)sum, 64, 3, 4)(15, 0.25), 15);
  EXPECT_TRUE(isinf(__enzyme_truncate_op_func_bits((void *)sum, 64, 3, 4)(15, 1)));
  EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)quotient, 64, 3, 4)(0.125, 8), 0x1p-6);
  EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)quotient, 64, 3, 4)(0.125, -15.5), -0x1p-6);
  EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)quotient, 64, 3, 4)(0x1p-6, 4), 0);
  // 40 bits: neither double nor float; rounded once, from more than double.
  EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)quotient, 64, 11, 40)(1, 3),
               0x1.5555555555p-2);
  EXPECT_EXACT(__enzyme_truncate_op_func_bits((void *)sum, 64, 11, 40)(1, 0x1.8p-40),
               1 + 0x1p-39);
}

// Library functions on rounded operands, their results rounded; and those that speak of the format
// itself: neighbours, exponents, remainders, comparisons, conversions.
#include "check.h"
typedef double (*fn1)(double);
typedef double (*fn2)(double, double);
fn1 __enzyme_truncate_op_func_1(void *, int, ...);
fn2 __enzyme_truncate_op_func_2(void *, int, ...);
#define TO_FLOAT(f) __enzyme_truncate_op_func_1((void *)f, 64, 32)
#define TO_FLOAT2(f) __enzyme_truncate_op_func_2((void *)f, 64, 32)
#define TO_7_BITS(f) __enzyme_truncate_op_func_2((void *)f, 64, 6, 7)

static double wave(double x) { return sin(x) * exp(x) + log(x) + pow(x, 1.5); }
static double next(double x, double y) { return nextafter(x, y); }
static double scaled(double x, double n) { return ldexp(x, (int)n); }
static double fraction(double x, double y) {
  int e;
  double m = frexp(x, &e);
  return y < 0.5 ? m : e;
}
static double parts(double x, double y) {
  double whole, rest = modf(x, &whole);
  return rest + 1000 * whole + fmod(x, y) + floor(y);
}
static double less(double x, double y) { return x < y ? 1 : x == y ? 2 : 3; }
static double integers(double x, double y) { return (double)(long)x + (double)(long)y; }
static double fromLong(double x, double y) { return (double)(16777217L + (long)x) + y; }
static double single(double x, double y) { return (float)x + (double)(float)y; }

CHECK_VALUES(library) {
  double x = 1.7;
  float s = (float)sin((double)(float)x), e = (float)exp((double)(float)x),
        l = (float)log((double)(float)x), p = (float)pow((double)(float)x, 1.5);
  EXPECT_EXACT(TO_FLOAT(wave)(x), s * e + l + p);
  EXPECT_EXACT(TO_FLOAT(sin)(x), s);
}
CHECK_VALUES(of_the_format) {
  EXPECT_EXACT(TO_FLOAT2(next)(1, 2), nextafterf(1, 2));
  EXPECT_EXACT(TO_FLOAT2(next)(1, 0), nextafterf(1, 0));
  EXPECT_EXACT(TO_FLOAT2(next)(0, -1), -0x1p-149);
  EXPECT_EXACT(TO_7_BITS(next)(1, 2), 1 + 0x1p-7);
  EXPECT_EXACT(TO_7_BITS(next)(1, 0), 1 - 0x1p-8);
  EXPECT_EXACT(TO_7_BITS(next)(0, 1), 0x1p-37);
  EXPECT_EXACT(TO_FLOAT2(scaled)(0x1.800001p0, -130), ldexpf(0x1.800001p0f, -130));
  EXPECT_EXACT(TO_FLOAT2(scaled)(0x1.000002p0, -140), ldexpf(0x1.000002p0f, -140));
  EXPECT_TRUE(isinf(TO_FLOAT2(scaled)(1, 128)));
  EXPECT_EXACT(TO_7_BITS(fraction)(10.3, 0), 165. / 256);
  EXPECT_EXACT(TO_7_BITS(fraction)(10.3, 1), 4);
  EXPECT_EXACT(TO_FLOAT2(parts)(7.75, 2), 0.75 + 7000 + 1.75 + 2);
  EXPECT_EXACT(TO_FLOAT2(less)(1, 1 + 1e-9), 2);
  EXPECT_EXACT(TO_7_BITS(less)(1, 1.001), 2);
  EXPECT_EXACT(TO_7_BITS(less)(1, 1.01), 1);
  EXPECT_EXACT(TO_FLOAT2(integers)(16777217, 1), 16777216);
  EXPECT_EXACT(TO_FLOAT2(fromLong)(0, 0), 16777216);
  EXPECT_EXACT(TO_7_BITS(single)(1.001, 3), 4);
}

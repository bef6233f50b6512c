// Numbers converted to the bits of others, as fast exponentials, powers and roots do it: linear
// from one power of two to the next, whatever the conversion rounds. An exponent is a step. oracle:
// differs, to it a number that is converted to an integer is a step always
#include "bits.h"
#include "check.h"

static double power(double y) { return doubleOf((uint64_t)(int64_t)((y + 1023) * 0x1p52)); }
double exponential(double x) { return power(x * 1.4426950408889634); }
double highHalf(double x) { // Schraudolph: 20 bits of the significand
  union {
    double number;
    struct {
      int low, high;
    } half;
  } both;
  both.half.low = 0;
  both.half.high = (int)(1512775.3951951856 * x + 1072632447);
  return both.number;
}
double quotient(double x) { // e^(x / 2) / e^(-x / 2), of integers that are divided
  int32_t part = (int32_t)(1512775 * x);
  union {
    double number;
    int32_t half[2];
  } above = {.half = {0, part / 2 + 1072632447}}, below = {.half = {0, 1072632447 - part / 2}};
  return above.number / below.number;
}
double halfOfPower(double x) { // x^1.3
  union {
    double number;
    int half[2];
  } both = {x};
  both.half[1] = (int)(1.3 * (both.half[1] - 1072632447) + 1072632447);
  both.half[0] = 0;
  return both.number;
}
double wholePower(double x) { // x^0.7
  double bits = (double)(int64_t)wordOf(x), one = 0x3ffp52;
  return doubleOf((uint64_t)(int64_t)(0.7 * (bits - one) + one));
}
double rounded(double x) { return doubleOf((uint64_t)__builtin_llrint((x + 1023) * 0x1p52)); }
double floored(double x) { return doubleOf((uint64_t)(int64_t)floor((x + 1023) * 0x1p52)); }
double exponentApart(double x) { // 2^floor(x) is a step, the rest is not
  double whole = floor(x), rest = x - whole;
  uint64_t bits = (uint64_t)(int64_t)(whole + 1023) << 52;
  return doubleOf(bits | (uint64_t)(rest * 0x1p52));
}
double exponentOnly(double x) { return x * doubleOf((uint64_t)(int64_t)(x + 1023) << 52); }
double limited(double x) {
  int64_t bits = (int64_t)((x + 1023) * 0x1p52);
  return x * doubleOf(bits < 0 ? 0 : (uint64_t)bits);
}
double root(double x) { return doubleOf(wordOf(x) / 3 + 0x2a9f7893782da1ce); }
double signedRoot(double x) {
  return doubleOf((uint64_t)((int64_t)wordOf(x) / 3 + 0x2a9f7893782da1ce));
}
double product(double x) { return doubleOf(wordOf(x) + wordOf(x * x) - ((uint64_t)1023 << 52)); }
double ratio(double x) { return doubleOf(wordOf(x) - wordOf(2 + x) + ((uint64_t)1023 << 52)); }
double widened(double x) { // a float's bits to those of a double
  float number = (float)x;
  uint32_t bits;
  memcpy(&bits, &number, 4);
  return doubleOf(((uint64_t)bits << 29) + ((uint64_t)896 << 52));
}
NOINLINE static int64_t toBits(double y) { return (int64_t)((y + 1023) * 0x1p52); }
NOINLINE static double ofBits(int64_t bits) { return doubleOf((uint64_t)bits); }
double throughFunctions(double x) { return x * ofBits(toBits(x)); }

// 2^p in single precision: bits, corrected by the fraction of p.
float single(float p) {
  float offset = p < 0 ? 1.0f : 0.0f, limit = p < -126 ? -126.0f : p;
  int whole = (int)limit;
  float z = limit - whole + offset;
  union {
    uint32_t bits;
    float number;
  } v = {(uint32_t)((1 << 23) *
                    (limit + 121.2740575f + 27.7280233f / (4.84252568f - z) - 1.49012907f * z))};
  return v.number;
}
extern float __enzyme_autodiff_float(void *, float);
extern float __enzyme_fwddiff_float(void *, float, float);

CHECK_SCALAR(exponential, 0.3, 2.8, -1.7);
CHECK_SCALAR(wholePower, 0.3, 2.8, 7.7);
CHECK_SCALAR(rounded, 0.3, 2.8, -1.7);
CHECK_SCALAR(floored, 0.3, 2.8, -1.7);
CHECK_SCALAR(exponentApart, 0.3, 2.8, -1.7);
CHECK_SCALAR(exponentOnly, 0.3, 2.8, -1.7);
CHECK_SCALAR(limited, 0.3, 2.8, -1.7);
CHECK_SCALAR(root, 0.3, 2.8, 7.7);
CHECK_SCALAR(signedRoot, 0.3, 2.8, 7.7);
CHECK_SCALAR(product, 0.3, 2.8, 7.7);
CHECK_SCALAR(ratio, 0.3, 2.8, 7.7);
CHECK_SCALAR(throughFunctions, 0.3, 2.8, -1.7);
CHECK_VALUES(fewBits) {
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)highHalf, 1.3), 2 * 1.4426950408889634, 1e-9);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)quotient, 1.37), 2.9357, 1e-3);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)halfOfPower, 2.7), 1.3, 1e-9);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)widened, 2.7), 1.0, 1e-9);
}
CHECK_VALUES(floats) {
  const double z = 0.3, slope = 1 - 1.49012907 + 27.7280233 / ((4.84252568 - z) * (4.84252568 - z));
  EXPECT_CLOSE(__enzyme_autodiff_float((void *)single, 1.3f), 2 * slope, 1e-5);
  EXPECT_CLOSE(__enzyme_fwddiff_float((void *)single, 1.3f, 1), 2 * slope, 1e-5);
}

// The bits of a number converted to a number, as fast logarithms do it: linear from one power of
// two to the next. Exponents and indices into tables are steps, and so are hashes.
#include "bits.h"
#include "check.h"
#include <stdlib.h>

double logarithm(double x) { return (int64_t)wordOf(x) * 0x1p-52 - 1023; }
double unsignedOne(double x) {
  union {
    double number;
    uint64_t bits;
  } both = {x};
  return (double)both.bits * 0x1p-52 - 1023;
}
double negative(double x) { return x * (int64_t)wordOf(-x) * 0x1p-52; }
double inParts(double x) { // the exponent is a step, the significand is not
  uint64_t bits = wordOf(x);
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  return (double)(bits & 0xfffffffffffff) * 0x1p-52 + exponent;
}
double highHalf(double x) {
  int32_t high = (int32_t)(wordOf(x) >> 32);
  return (high - 1072632447) * 0x1p-20;
}
double byHalves(double x) { // a conversion of 64 bits where there is none
  uint64_t bits = wordOf(x);
  return (double)(uint32_t)(bits >> 32) * 4294967296.0 + (double)(uint32_t)bits;
}
double apart(double x) { // how many numbers lie between two
  return (double)((int64_t)wordOf(x * x) - (int64_t)wordOf(1 / x)) * 0x1p-52;
}
double farApart(double x) {
  return (double)llabs((int64_t)wordOf(x * x) - (int64_t)wordOf(1 / x)) * 0x1p-52;
}
double complement(double x) { return (double)(int64_t)~wordOf(x) * 0x1p-52; }
double scaled(double x) { return (double)((int64_t)(wordOf(x) >> 4) * 3) * 0x1p-48; }
double quotient(double x) { return (double)((int64_t)wordOf(x) / 3) * 0x1p-52; }
double ofNormal(double x) { // as log begins, where numbers may be too small
  uint64_t bits = wordOf(x);
  if (bits >> 52 == 0)
    bits = wordOf(x * 0x1p52) - ((uint64_t)52 << 52);
  return (double)bits * 0x1p-52 - 1023;
}
double ofLarge(double x) {
  int64_t bits = 0;
  if (x > 1)
    memcpy(&bits, &x, 8);
  return x * (double)bits * 0x1p-52;
}
double refined(double x) { // a table by the highest bits, and what is left
  uint64_t bits = wordOf(x);
  int at = (int)(bits >> 48 & 15), exponent = (int)(bits >> 52) - 1023;
  double significand = doubleOf((bits & 0xfffffffffffff) | (uint64_t)1023 << 52);
  double middle = 1 + ((double)at + 0.5) / 16;
  return log1p((significand - middle) / middle) + log(middle) + exponent * 0.6931471805599453;
}
double hashed(double x) { // 53 bits of a hash, as generators of random numbers take them
  uint64_t hash = wordOf(x) * 0x9e3779b97f4a7c15u;
  hash ^= hash >> 32;
  return x * x + 0 * ((double)(hash >> 11) * 0x1p-53);
}
double hashAlone(double x) { return (double)(wordOf(x) * 0x9e3779b97f4a7c15u >> 11) * 0x1p-53; }
NOINLINE static int64_t bitsOf(double x) { return (int64_t)wordOf(x); }
NOINLINE static double converted(int64_t bits) { return (double)bits * 0x1p-52 - 1023; }
double throughFunctions(double x) { return x * converted(bitsOf(x * x)); }

// log2 in single precision: the bits, corrected by what the significand leaves.
float single(float x) {
  union {
    float number;
    uint32_t bits;
  } whole = {x}, part = {.bits = (whole.bits & 0x7fffff) | 0x3f000000};
  float m = part.number;
  return (float)whole.bits * 1.1920928955078125e-7f - 124.22551499f - 1.498030302f * m -
         1.72587999f / (0.3520887068f + m);
}
extern float __enzyme_autodiff_float(void *, float);
extern float __enzyme_fwddiff_float(void *, float, float);

CHECK_SCALAR(logarithm, 0.3, 2.8, 7.7);
CHECK_SCALAR(unsignedOne, 0.3, 2.8, 7.7);
CHECK_SCALAR(negative, 0.3, 2.8, 7.7);
CHECK_SCALAR(inParts, 0.3, 2.8, 7.7);
CHECK_SCALAR(apart, 0.3, 2.8, 7.7);
CHECK_SCALAR(farApart, 0.3, 2.8, 7.7);
CHECK_SCALAR(complement, 0.3, 2.8, 7.7);
CHECK_SCALAR(scaled, 0.3, 2.8, 7.7);
CHECK_SCALAR(quotient, 0.3, 2.8, 7.7);
CHECK_SCALAR(ofNormal, 0.3, 2.8, 7.7);
CHECK_SCALAR(ofLarge, 0.3, 2.8, 7.7);
CHECK_SCALAR(byHalves, 0.3, 2.8, 7.7);
CHECK_SCALAR(refined, 0.3, 2.8, 7.7);
CHECK_SCALAR(throughFunctions, 0.3, 2.8, 7.7);
CHECK_VALUES(steps) {
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)highHalf, 2.8), 0.5, 1e-12); // few bits
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)hashed, 2.5), 5.0, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)hashAlone, 2.5), 0.0, 1e-12);
}
CHECK_VALUES(floats) {
  const float m = 0.675f, x = 2.7f; // 2.7 = 0.675 * 4
  float expected =
      0.5f + (-1.498030302f + 1.72587999f / ((0.3520887068f + m) * (0.3520887068f + m))) / 4;
  EXPECT_CLOSE(__enzyme_autodiff_float((void *)single, x), expected, 1e-5);
  EXPECT_CLOSE(__enzyme_fwddiff_float((void *)single, x, 1), expected, 1e-5);
  EXPECT_CLOSE(expected, 1 / (0.6931471805599453 * 2.7), 1e-3);
}

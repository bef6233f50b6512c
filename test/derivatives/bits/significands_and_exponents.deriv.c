// Floats taken apart as integers, as mathematical libraries do it: significands with another
// exponent, exponents that are added to, words that are cleared.
#include "check.h"
#include <stdint.h>
typedef union {
  double number;
  struct {
    uint32_t low, high;
  } word;
  uint64_t bits;
} parts;

double cleared(double x) { // erf: x is what is exact and a rest
  parts s = {x};
  s.word.low = 0;
  return exp(-s.number * s.number) * exp((s.number - x) * (s.number + x));
}
double scaledByWord(double x) {
  parts s = {x * x};
  s.word.high += (uint32_t)(int)x << 20;
  return s.number;
}
double scaled(double x) {
  parts s = {-x * x};
  s.bits += (uint64_t)(int64_t)x << 52;
  return s.number;
}
double significand(double x) {
  parts s = {x};
  int e = (int)((s.bits >> 52) & 0x7ff) - 1023;
  s.bits = (s.bits & 0xfffffffffffffull) | 0x3ff0000000000000ull;
  return s.number * s.number + e;
}
double byWords(double x) { // log: the exponent moves where the significand is large
  parts s = {x};
  uint32_t high = s.word.high;
  int k = (int)(high >> 20) - 1023;
  high &= 0x000fffff;
  int i = (high + 0x95f64) & 0x100000;
  s.word.high = high | (i ^ 0x3ff00000);
  return s.number * s.number * (k + (i >> 20));
}
double byCarry(double x) { // log, newer: what is added at first is taken away at last
  parts s = {x};
  uint32_t high = s.word.high + (0x3ff00000 - 0x3fe6a09e);
  int k = (int)(high >> 20) - 0x3ff;
  high = (high & 0x000fffff) + 0x3fe6a09e;
  s.bits = (uint64_t)high << 32 | (s.bits & 0xffffffff);
  return s.number * s.number * k;
}
double withSubnormals(double x) {
  uint64_t bits = ((parts){x}).bits;
  if (bits >> 52 == 0)
    bits = ((parts){x * 0x1p52}).bits - (52ull << 52);
  uint64_t above = bits - 0x3fe6000000000000;
  parts s;
  s.bits = bits - (above & 0xfffull << 52);
  return s.number * s.number * (int)((int64_t)above >> 52);
}
double table(double x) { // the rest changes with x, the number with a logarithm in the table does not
  parts s = {x};
  s.bits &= 0xffff800000000000ull;
  double y = s.number, rest = log1p((x - y) / y);
  static double logarithms[64];
  int at = (int)(s.bits >> 47 & 63);
  logarithms[at] = log(y);
  return logarithms[at] + rest;
}
double single(double x) {
  float v = (float)x;
  uint32_t bits;
  memcpy(&bits, &v, 4);
  bits = (bits & 0x7fffff) | 0x3f800000;
  memcpy(&v, &bits, 4);
  return v * x;
}
float roundedToFewer(float x) { // 16 bits of it: near x, and differentiated as x
  uint32_t bits;
  memcpy(&bits, &x, 4);
  bits = (bits + 0x8000) & 0xffff0000;
  memcpy(&x, &bits, 4);
  return x * x;
}
double zeroInBits(double x) {
  parts s = {x - 3};
  s.bits = (s.bits & 0xfffffffffffffull) | 0x3ff0000000000000ull;
  return s.number;
}
extern float __enzyme_autodiff_float(void *, float);

CHECK_SCALAR(cleared, 0.3, 2.8, 7.7);
CHECK_SCALAR(scaledByWord, 0.3, 2.8, 7.7);
CHECK_SCALAR(scaled, 0.3, 2.8, 7.7);
CHECK_SCALAR(significand, 0.3, 2.8, 7.7);
CHECK_SCALAR(byWords, 0.3, 2.8, 7.7);
CHECK_SCALAR(byCarry, 0.3, 2.8, 7.7);
CHECK_SCALAR(withSubnormals, 0.3, 2.8, 7.7);
CHECK_SCALAR(table, 0.3, 2.8, 7.7);
CHECK_VALUES(floats) {
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)single, 5.0), 2.5, 1e-6);
  EXPECT_CLOSE(__enzyme_autodiff_float((void *)roundedToFewer, 1.0009f), 2.0f, 1e-6);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)zeroInBits, 3.0), 0.0, 1e-6);
}

// Numbers rounded by adding a large number and taking it away again, as libraries write it:
// such a sum has the derivative of rint, none, and what is left of x keeps x's.
#include "check.h"
#include <stdint.h>
static double nearest(double x) { return (x + 0x1.8p52) - 0x1.8p52; }
double fraction(double x) { return (x - nearest(x)) * x; }
double reduced(double x) { // fused: x * a + large
  double k = x * 1.4426950408889634 + 0x1.8p52 - 0x1.8p52, r = x - k * 0.6931471805599453;
  return r * r + r;
}
double exponential(double x) { // the sum's bits are the integer, too
  double shifted = x * 1.4426950408889634 + 0x1.8p52;
  uint64_t bits;
  memcpy(&bits, &shifted, 8);
  double k = shifted - 0x1.8p52, r = x - k * 0.6931471805599453;
  double p =
      1 + r * (1 + r * (0.5 + r * (1. / 6 + r * (1. / 24 + r * (1. / 120 + r / 720)))));
  bits = (bits + 1023) << 52;
  double power;
  memcpy(&power, &bits, 8);
  return p * power;
}
double byBits(double x) {
  union {
    double number;
    int words[2];
  } sum;
  sum.number = x * 3 + 6755399441055744.0;
  return x * x * sum.words[0];
}
double eighths(double x) { return (x - ((x + 0x1.8p49) - 0x1.8p49)) * x; }
double eitherSign(double x) {
  double large = x < 0 ? -0x1p52 : 0x1p52;
  return (x - ((x + large) - large)) * x;
}
double turned(double x) { return (x - (0x1p52 - (0x1p52 - x))) * x; }
double single(double x) {
  float v = (float)x;
  return (x - ((v + 0x1.8p23f) - 0x1.8p23f)) * x;
}
double sums(double x) { return ((x + 1024) - 1024) * x + (x + 0x1p52) * 1e-15; } // that do not round

CHECK_SCALAR(fraction, 0.3, 2.8, -7.7);
CHECK_SCALAR(reduced, 0.3, 2.8, -7.7);
CHECK_SCALAR(exponential, 0.3, 2.8, -7.7);
CHECK_SCALAR(byBits, 0.3, 2.8, -7.7);
CHECK_SCALAR(eighths, 0.3, 2.8, -7.7);
CHECK_SCALAR(eitherSign, 0.3, 2.8, -7.7);
CHECK_SCALAR(turned, 0.3, 2.8, 7.7);
CHECK_SCALAR(single, 0.3, 2.8, -7.7);
CHECK_VALUES(sums) {
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)sums, 3.0), 6.0, 1e-6);
}

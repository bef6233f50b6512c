// The runtime's arithmetic in any format, where a machine or a wider type can tell what is right.
#include "check.h"
#include <stdint.h>
double enzyme_rt_round(double, int, int);
double enzyme_rt_round_quad(__float128, int, int);
double enzyme_rt_sqrt(double, int, int);
double enzyme_rt_fma(double, double, double, int, int);
double enzyme_rt_ldexp(double, int, int, int);
double enzyme_rt_nextafter(double, double, int, int);
typedef double (*fn2)(double, double);
fn2 __enzyme_truncate_op_func(void *, int, ...);
static double sum(double a, double b) { return a + b; } // asks for the runtime

static uint64_t state = 1;
static uint64_t next(void) { return state = state * 6364136223846793005u + 1442695040888963407u; }
/// All bit patterns; numbers near 1; floats.
static double number(void) {
  uint64_t bits = next() >> 32 << 32 | next() >> 32;
  double x;
  if (next() >> 33 & 1)
    memcpy(&x, &bits, 8);
  else
    x = ldexp((double)(bits >> 11), (int)(next() >> 58) - 85) * (next() >> 63 ? 1 : -1);
  return next() >> 63 ? x : (float)x;
}
static int same(double a, double b) {
  return (a != a && b != b) || (a == b && signbit(a) == signbit(b));
}

CHECK_VALUES(formats) {
  EXPECT_EXACT(__enzyme_truncate_op_func((void *)sum, 64, 8, 3)(1, 1), 2);
  long wrong = 0;
  for (int i = 0; i < 200000; i++) {
    double x = number(), y = number(), z = number();
    wrong += !same(enzyme_rt_round(x, 8, 23), (float)x);
    wrong += !same(enzyme_rt_round(x, 11, 52), x);
    wrong += !same(enzyme_rt_round(x, 5, 10), (double)(_Float16)x);
    wrong += !same(enzyme_rt_fma(x, y, z, 11, 52), fma(x, y, z));
    wrong += !same(enzyme_rt_nextafter(x, y, 11, 52), nextafter(x, y));
    wrong += !same(enzyme_rt_round_quad((__float128)x + y, 11, 52), x + y);
    wrong += !same(enzyme_rt_round_quad((__float128)x * y, 11, 52), x * y);
    wrong += !same(enzyme_rt_round_quad((__float128)x / y, 11, 52), x / y);
    float a = (float)x, b = (float)y, c = (float)z;
    wrong += !same(enzyme_rt_fma(a, b, c, 8, 23), fmaf(a, b, c));
    wrong += !same(enzyme_rt_sqrt(fabsf(a), 8, 23), sqrtf(fabsf(a)));
    wrong += !same(enzyme_rt_nextafter(a, b, 8, 23), nextafterf(a, b));
    wrong += !same(enzyme_rt_round((double)a * b, 8, 23), a * b);
    wrong += !same(enzyme_rt_round((double)a / b, 8, 23), a / b);
    int n = (int)(next() >> 55) - 256;
    wrong += !same(enzyme_rt_ldexp(a, n, 8, 23), ldexpf(a, n));
  }
  EXPECT_EXACT(wrong, 0);
}

/// A root of 51 bits is nearer to the truth than its neighbours: squares of the midpoints are exact.
CHECK_VALUES(roots) {
  long wrong = 0;
  for (int i = 0; i < 50000; i++) {
    double x = fabs(number());
    if (!(x < 1e300) || x < 1e-290)
      continue;
    x = enzyme_rt_round(x, 11, 51);
    double r = enzyme_rt_sqrt(x, 11, 51);
    __float128 above = ((__float128)r + enzyme_rt_nextafter(r, INFINITY, 11, 51)) / 2;
    __float128 below = ((__float128)r + enzyme_rt_nextafter(r, 0, 11, 51)) / 2;
    wrong += x > above * above || x < below * below;
  }
  EXPECT_EXACT(wrong, 0);
}

// Vector types, half, long double and float bits in lanes.
#include "check.h"
typedef double V4 __attribute__((vector_size(32)));
static double norm(const double *x) {
  V4 v = {x[0], x[1], x[2], x[3]}, w = v * v + 2.0;
  w = w / (v + 3.0);
  V4 m = w;
  for (int i = 0; i < 4; i++)
    m[i] = v[i] > w[i] ? v[i] : w[i];
  return m[0] * m[1] + m[2] - m[3] * w[0];
}
CHECK_FUNCTION(norm, 4, 0.3, 1.2, -0.8, 4.5);

static double half(double x) {
  _Float16 h = (_Float16)x;
  long double wide = x;
  float f = (float)x;
  return (double)(h * h) * 0 + (double)(wide * wide * f);
}
typedef struct {
  double t[3];
} T3;
T3 __enzyme_fwddiff_3(void *, ...);
double __enzyme_fwddiff_1(void *, ...);
double __enzyme_autodiff_1(void *, ...);
T3 __enzyme_autodiff_3(void *, ...);
CHECK_VALUES(conversions) {
  T3 t = __enzyme_fwddiff_3((void *)half, enzyme_width, 3, 1.5, 1.0, 0.25, -3.0);
  const double v[3] = {1, 0.25, -3};
  T3 a = __enzyme_autodiff_3((void *)half, enzyme_width, 3, 1.5);
  for (int lane = 0; lane < 3; lane++) {
    EXPECT_EXACT(t.t[lane], __enzyme_fwddiff_1((void *)half, 1.5, v[lane]));
    EXPECT_EXACT(a.t[lane], __enzyme_autodiff_1((void *)half, 1.5));
  }
}

static double magnitude(double x, double y) {
  union {
    double d;
    unsigned long long bits;
  } u = {x};
  u.bits &= 0x7fffffffffffffffull;
  return u.d * y + copysign(y, x) + fmax(x, y) * fmin(x, y);
}
CHECK_SCALAR2(magnitude, 0.4, -1.5, -2.0, 0.3);

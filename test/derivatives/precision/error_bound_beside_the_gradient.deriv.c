// enzyme_error_bound: beside the gradient, a first-order bound on the rounding error of the result.
// The truth is the same function in long double.
#include "check.h"
extern int enzyme_error_bound;
double __enzyme_autodiff_d(void *, ...);
float __enzyme_autodiff_f(void *, ...);

#define FUNCTIONS(T, NAME, SQRT, SIN, EXP)                                                         \
  NOINLINE static T series##NAME(T x, int n) {                                                     \
    T sum = 0, term = x;                                                                           \
    for (int i = 1; i < n; i++) {                                                                  \
      sum += term / i;                                                                             \
      term *= -x;                                                                                  \
    }                                                                                              \
    return sum;                                                                                    \
  }                                                                                                \
  static T nearRoot##NAME(T x) {                                                                   \
    T y = ((((x - 5) * x + 10) * x - 10) * x + 5) * x - 1;                                         \
    return y * 3;                                                                                  \
  }                                                                                                \
  static T mixed##NAME(T x) { return SQRT(x) * SIN(x) + series##NAME(x / 2, 30) / EXP(x); }        \
  static T memory##NAME(T x) {                                                                     \
    T a[16];                                                                                       \
    a[0] = x;                                                                                      \
    for (int i = 1; i < 16; i++)                                                                   \
      a[i] = a[i - 1] * a[i - 1] - (T)0.75;                                                        \
    T s = 0;                                                                                       \
    for (int i = 0; i < 16; i++)                                                                   \
      s += a[i];                                                                                   \
    return s;                                                                                      \
  }
FUNCTIONS(double, _d, sqrt, sin, exp)
FUNCTIONS(long double, _l, sqrtl, sinl, expl)
FUNCTIONS(float, _f, sqrtf, sinf, expf)

/// The error is within the bound, and the bound is no empty one.
#define COMPARE(F, TYPE, REQUEST, POINT, FACTOR)                                                   \
  {                                                                                                \
    double bound = 0;                                                                              \
    TYPE x = POINT;                                                                                \
    REQUEST((void *)F##_##TYPE##_, enzyme_error_bound, &bound, x);                                 \
    double error = fabs((double)((long double)F##_##TYPE##_(x) - F##_l((long double)x)));          \
    EXPECT_TRUE(error <= bound);                                                                   \
    EXPECT_TRUE(bound <= (FACTOR));                                                                \
    EXPECT_TRUE(bound > 0);                                                                        \
  }
static double nearRoot_double_(double x) { return nearRoot_d(x); }
static double mixed_double_(double x) { return mixed_d(x); }
static double memory_double_(double x) { return memory_d(x); }
static float nearRoot_float_(float x) { return nearRoot_f(x); }
static float mixed_float_(float x) { return mixed_f(x); }

CHECK_VALUES(doubles) {
  const double u = 0x1p-53;
  double points[4] = {1.01, 0.93, 1.3, 0.71};
  for (int i = 0; i < 4; i++) {
    COMPARE(nearRoot, double, __enzyme_autodiff_d, points[i], 400 * u);
    COMPARE(mixed, double, __enzyme_autodiff_d, points[i], 40 * u);
    COMPARE(memory, double, __enzyme_autodiff_d, points[i] * 0.7, 4000 * u);
  }
}
CHECK_VALUES(floats) {
  const double u = 0x1p-24;
  COMPARE(nearRoot, float, __enzyme_autodiff_f, 1.03f, 400 * u);
  COMPARE(mixed, float, __enzyme_autodiff_f, 0.9f, 40 * u);
}
static double exact(double x) { return fabs(-x); }
static double product(double x, double y) { return x * y; }
static double inner(double x) {
  double bound = 0;
  double d = __enzyme_autodiff_d((void *)mixed_double_, enzyme_error_bound, &bound, x);
  return d + bound * 0;
}
CHECK_VALUES(known) {
  double bound = 1;
  EXPECT_EXACT(__enzyme_autodiff_d((void *)exact, 3.0, enzyme_error_bound, &bound), 1);
  EXPECT_EXACT(bound, 1); // nothing is rounded; the bound is added
  bound = 0;
  __enzyme_autodiff_d((void *)product, enzyme_error_bound, &bound, 3.0, 5.0);
  EXPECT_EXACT(bound, 0x1p-50); // half an ulp of 15
  // A request inside keeps its own sum.
  bound = 0;
  double x = 0.9;
  EXPECT_CLOSE(__enzyme_autodiff_d((void *)inner, enzyme_error_bound, &bound, x),
               (inner(x + 1e-5) - inner(x - 1e-5)) / 2e-5, 1e-6);
}

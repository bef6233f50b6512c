// Exceptions that are caught inside: derivatives of derivatives.
#include "check.h"
#include <cmath>
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
struct Failure {
  double value, other;
};
NOINLINE static double limited(double x, double y) {
  if (x > y)
    throw Failure{x * x * x, y};
  return x * y;
}
static double caught(double x) {
  double s = 0;
  for (int i = 0; i < 3; i++)
    try {
      s += limited(x * x, i) * x;
    } catch (const Failure &failure) {
      s += failure.value * x + failure.other;
    }
  return s;
}
static double reverse(double x) { return __enzyme_autodiff<double>((void *)caught, x); }
static double forward(double x) { return __enzyme_fwddiff<double>((void *)caught, x, 1.0); }
CHECK_VALUES(forward_over_both) {
  const double points[] = {0.5, 1.1, 2}, h = 1e-5;
  for (double x : points) {
    const double second = __enzyme_fwddiff<double>((void *)forward, x, 1.0);
    EXPECT_CLOSE((forward(x + h) - forward(x - h)) / (2 * h), second, 1e-6);
    EXPECT_CLOSE(__enzyme_fwddiff<double>((void *)reverse, x, 1.0), second, 1e-12);
  }
}

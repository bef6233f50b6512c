// Exceptions that are caught inside: derivatives of derivatives.
#include "check.h"
#include <cmath>
#include <stdexcept>
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
CHECK_VALUES(derivatives_over_both) {
  const double points[] = {0.5, 1.1, 2}, h = 1e-5;
  for (double x : points) {
    const double second = __enzyme_fwddiff<double>((void *)forward, x, 1.0);
    EXPECT_CLOSE((forward(x + h) - forward(x - h)) / (2 * h), second, 1e-6);
    EXPECT_CLOSE(__enzyme_fwddiff<double>((void *)reverse, x, 1.0), second, 1e-12);
    EXPECT_CLOSE(__enzyme_autodiff<double>((void *)forward, x), second, 1e-12);
    EXPECT_CLOSE(__enzyme_autodiff<double>((void *)reverse, x), second, 1e-12);
  }
}
// An exception that is thrown or is not, says nothing of numbers, and is caught by its base.
NOINLINE static double checked(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return x * x * x;
}
static double guarded(double x) {
  double r;
  try {
    r = checked(x) * x;
  } catch (const std::exception &) {
    r = -x * x;
  }
  return r;
}
static double guardedReverse(double x) { return __enzyme_autodiff<double>((void *)guarded, x); }
static double guardedForward(double x) { return __enzyme_fwddiff<double>((void *)guarded, x, 1.0); }
CHECK_VALUES(reverse_over_a_guard) {
  EXPECT_CLOSE(__enzyme_autodiff<double>((void *)guardedReverse, 1.3), 12 * 1.3 * 1.3, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff<double>((void *)guardedForward, 1.3), 12 * 1.3 * 1.3, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff<double>((void *)guardedReverse, -1.3), -2, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff<double>((void *)guardedForward, -1.3), -2, 1e-12);
}

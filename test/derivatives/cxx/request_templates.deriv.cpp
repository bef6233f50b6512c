// Template declarations of the requests, of several result types, in a namespace and behind a
// helper template.
#include "check.h"
namespace ad {
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
template <class F> double slope(F *f, double x) { return __enzyme_autodiff<double>((void *)f, x); }
template <double (*F)(double)> struct Derivative {
  static double at(double x) { return __enzyme_fwddiff<double>((void *)F, x, 1.0); }
};
} // namespace ad
static double cube(double x) { return x * x * x; }
static float squared(float x) { return x * x; }
struct Gradient {
  double dx, dy;
};
static double product(double x, double y) { return x * y * y; }

CHECK_VALUES(closed) {
  EXPECT_EXACT(ad::slope(cube, 2), 12);
  EXPECT_EXACT(ad::Derivative<cube>::at(2), 12);
  EXPECT_EXACT(ad::__enzyme_autodiff<float>((void *)squared, 3.0f), 6);
  const Gradient g = ad::__enzyme_autodiff<Gradient>((void *)product, 3.0, 5.0);
  EXPECT_EXACT(g.dx, 25);
  EXPECT_EXACT(g.dy, 30);
}

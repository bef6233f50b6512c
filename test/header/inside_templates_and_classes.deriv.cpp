// Derivatives asked for inside templates, members, generic lambdas, unnamed namespaces, and over
// types without linkage.
// oracle: off, what it calls as primals asks for derivatives itself
// std: c++20
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <vector>

namespace {
template <class F> class Newton {
public:
  explicit Newton(F f) : f(f) {}
  double solve(double x) const {
    for (int i = 0; i < 30; i++) {
      auto [value, slope] = enzyme::value_and_gradient(f, x);
      x -= value / slope;
    }
    return x;
  }

private:
  F f;
};
template <int n> double power(double x) {
  if constexpr (n == 0)
    return 1;
  else
    return x * power<n - 1>(x);
}
struct Local {
  double k;
};
template <class T> auto slopeOf(T f) {
  return [f](auto x) { return enzyme::gradient(f, x); };
}
template <auto f> double at(double x) { return enzyme::gradient(f, x); }
} // namespace

CHECK_VALUES(everywhere) {
  EXPECT_CLOSE(Newton([](double x) { return x * x - 2; }).solve(1), std::sqrt(2.0), 1e-15);
  EXPECT_EXACT(enzyme::gradient(power<5>, 2.0), 80);
  EXPECT_EXACT(at<power<3>>(2), 12);
  EXPECT_EXACT(slopeOf([](auto x) { return x * x; })(3.0), 6);
  EXPECT_EXACT(slopeOf([](auto x) { return x * x; })(3.0f), 6);
  EXPECT_EXACT(enzyme::gradient([](const Local &l) { return l.k * l.k; }, Local{3}).k, 6);
  struct Inner {
    double a, b;
  };
  EXPECT_EXACT(enzyme::gradient([](Inner i) { return i.a * i.b; }, Inner{3, 4}).b, 3);
}
inline double inlineFunction(double k) {
  return enzyme::gradient([k](double x) { return k * x * x; }, 3.0);
}
static const double atStart = enzyme::gradient([](double x) { return std::sin(x); }, 0.0);

CHECK_VALUES(inline_and_static) {
  EXPECT_EXACT(inlineFunction(2), 12);
  EXPECT_EXACT(atStart, 1);
}

// gradient inside what is differentiated, to third order, with captures and containers; implicit
// nesting by hvp and hessian.
// std: c++17
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <vector>
using enzyme::gradient;
using Vector = std::vector<double>;

CHECK_VALUES(scalars) {
  auto f = [](double x) { return x * x * x * x; };
  auto first = [f](double x) { return gradient(f, x); };
  auto second = [first](double x) { return gradient(first, x); };
  EXPECT_EXACT(first(2), 32);
  EXPECT_EXACT(second(2), 48);
  EXPECT_EXACT(gradient(second, 2.0), 48);
  EXPECT_EXACT(enzyme::jvp(first, 2.0, 1.0), 48);
  EXPECT_EXACT(gradient([&](double x) { return enzyme::hvp(f, x, 1.0); }, 2.0), 48);
}

CHECK_VALUES(vectors) {
  auto f = [](const Vector &x) { return x[0] * x[0] * x[0] * x[1]; };
  auto along = [f](const Vector &x) { return gradient(f, x)[0]; }; // 3 x^2 y
  const Vector t = enzyme::jvp([along](const Vector &x) { return Vector{along(x)}; }, Vector{1, 2}, Vector{1, 0});
  EXPECT_EXACT(t[0], 12);
}

CHECK_VALUES(autodiff_in_autodiff) {
  using namespace enzyme;
  auto cube = [](double x) { return x * x * x; };
  auto slope = [cube](double x) { return get<0>(get<0>(autodiff<Reverse>(cube, Active{x}))); };
  EXPECT_EXACT(get<0>(autodiff<Forward>(slope, Duplicated{2.0, 1.0})), 12);
  EXPECT_EXACT(get<0>(get<0>(autodiff<Reverse>(slope, Active{2.0}))), 12);
}

// Lambdas with captures by value, by reference, of this, of structured bindings and of other
// lambdas; generic ones, mutable ones, and those that return lambdas.
// std: c++17
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <functional>
#include <vector>
using enzyme::gradient;

struct Model {
  double rate = 2;
  std::vector<double> data{1, 2, 3};
  double slope(double x) const {
    return gradient([this](double t) { return std::exp(-rate * t) * data[1]; }, x);
  }
  double slopeOfCopy(double x) const {
    return gradient([*this](double t) { return rate * t * t * data[2]; }, x);
  }
};
template <class F> static double twiceSlope(F f, double x) {
  return gradient([&f](double t) { return f(f(t)); }, x);
}
static auto scaled(double k) {
  return [k](auto x) { return k * x * x; };
}

CHECK_VALUES(captures) {
  double k = 3;
  std::vector<double> weights{1, 2, 4};
  auto byReference = [&](double x) { return k * x * x + weights[2] * x; };
  EXPECT_EXACT(gradient(byReference, 2.0), 16);
  k = 5;
  weights[2] = 1;
  EXPECT_EXACT(gradient(byReference, 2.0), 21);
  auto byValue = [k, w = weights](double x) { return k * x * w[1]; };
  k = 0;
  EXPECT_EXACT(gradient(byValue, 2.0), 10);
  auto [a, b] = std::pair(2.0, 7.0);
  EXPECT_EXACT(gradient([p = a, q = b](double x) { return p * x * x + q; }, 3.0), 12);
  auto inner = [&](double x) { return x * x * weights[1]; };
  auto outer = [inner](double x) { return inner(x) * x; };
  EXPECT_EXACT(gradient(outer, 2.0), 24);
}
CHECK_VALUES(objects_and_templates) {
  const Model model;
  EXPECT_CLOSE(model.slope(0.5), -4 * std::exp(-1), 1e-14);
  EXPECT_EXACT(model.slopeOfCopy(0.5), 6);
  EXPECT_CLOSE(twiceSlope([](double x) { return std::sin(x); }, 0.3), std::cos(std::sin(0.3)) * std::cos(0.3), 1e-15);
  EXPECT_EXACT(gradient(scaled(4), 2.0), 16);
  EXPECT_EXACT(gradient(scaled(4), 2.0f), 16);
  std::function<double(double)> erased = scaled(3);
  EXPECT_EXACT(gradient(erased, 1.0), 6);
  int count = 0;
  auto counting = [count](double x) mutable { return ++count * x * x; };
  EXPECT_EXACT(gradient(counting, 3.0), 6);
}

// Implicit rules inside other code: in loops, in one another, with vectors, in both modes, twice.
// std: c++17
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <tuple>
#include <vector>
using Vector = std::vector<double>;
using enzyme::Matrix;

static double cubeRoot(double a) {
  auto residual = [](double x, double t) { return x * x * x - t; };
  auto solve = [](double guess, double t) {
    double x = guess;
    for (int i = 0; i < 60; i++)
      x -= (x * x * x - t) / (3 * x * x);
    return x;
  };
  return enzyme::implicit_root(residual, solve, 1.0, a);
}
static double nested(double a) { return cubeRoot(cubeRoot(a) + a * a); }
static double marching(const Vector &p) { // backward Euler: u = last - h k u^3
  double u = p[0];
  for (int step = 0; step < 5; step++) {
    auto residual = [](double x, const std::tuple<double, double> &t) {
      return x - std::get<0>(t) + 0.1 * std::get<1>(t) * x * x * x;
    };
    auto solve = [](double guess, const std::tuple<double, double> &t) {
      double x = guess;
      for (int i = 0; i < 50; i++)
        x -= (x - std::get<0>(t) + 0.1 * std::get<1>(t) * x * x * x) / (1 + 0.3 * std::get<1>(t) * x * x);
      return x;
    };
    u = enzyme::implicit_root(residual, solve, u, std::tuple(u, p[1]));
  }
  return u * p[1];
}
static double steady(double a, double b) {
  auto f = [](double x, const std::tuple<double, double> &t) { return std::cos(x * std::get<0>(t)) * std::get<1>(t); };
  return enzyme::fixed_point(f, 0.5, std::tuple(a, b));
}
static double chainOfSystems(const Vector &p) {
  Vector x{p[0], p[1]};
  for (int i = 0; i < 3; i++) {
    Matrix<double> a(2, 2);
    a(0, 0) = 2 + x[0] * x[0], a(0, 1) = p[1], a(1, 0) = 0.5, a(1, 1) = 3 + p[0];
    x = enzyme::linear_solve(a, Vector{x[1] + 1, p[0] * x[0]});
  }
  return x[0] * x[0] + x[1];
}
template <class F> static double slope(F f, double x) { return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5; }

CHECK_VALUES(roots) {
  EXPECT_CLOSE(enzyme::gradient(cubeRoot, 8.0), 1.0 / 12, 1e-14);
  EXPECT_CLOSE(enzyme::gradient(nested, 2.0), slope(nested, 2.0), 1e-9);
  EXPECT_CLOSE(enzyme::jvp(nested, 2.0, 1.0), enzyme::gradient(nested, 2.0), 1e-14);
  const Vector p{0.9, 1.4}, g = enzyme::gradient(marching, p);
  EXPECT_CLOSE(g[0], slope([](double a) { return marching({a, 1.4}); }, 0.9), 1e-9);
  EXPECT_CLOSE(g[1], slope([](double k) { return marching({0.9, k}); }, 1.4), 1e-9);
}
CHECK_VALUES(others) {
  auto [da, db] = enzyme::gradient(steady, 0.8, 0.7);
  EXPECT_CLOSE(da, slope([](double a) { return steady(a, 0.7); }, 0.8), 1e-8);
  EXPECT_CLOSE(db, slope([](double b) { return steady(0.8, b); }, 0.7), 1e-8);
  const Vector p{0.4, 0.6}, g = enzyme::gradient(chainOfSystems, p);
  EXPECT_CLOSE(g[0], slope([](double a) { return chainOfSystems({a, 0.6}); }, 0.4), 1e-8);
  EXPECT_CLOSE(g[1], slope([](double b) { return chainOfSystems({0.4, b}); }, 0.6), 1e-8);
}

// Roots, fixed points and linear systems inside what is differentiated: by the equation, not by the
// iteration, which here stops early or hides its numbers.
// std: c++17
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <tuple>
#include <vector>
using Vector = std::vector<double>;
using enzyme::Matrix;

static double squareRoot(double a) {
  auto residual = [](double x, double t) { return x * x - t; };
  auto solve = [](double, double t) { return std::sqrt(std::floor(1e6 * t) / 1e6); }; // flat almost everywhere
  return enzyme::implicit_root(residual, solve, 1.0, a);
}
/// x + y = a, x y = b
static double difference(const Vector &ab) {
  auto residual = [](const Vector &x, const Vector &t) { return Vector{x[0] + x[1] - t[0], x[0] * x[1] - t[1]}; };
  auto solve = [](const Vector &, const Vector &t) {
    const double root = std::sqrt(t[0] * t[0] / 4 - t[1]);
    return Vector{t[0] / 2 + root, t[0] / 2 - root};
  };
  const Vector x = enzyme::implicit_root(residual, solve, Vector(2), ab);
  return x[0] * x[0] - x[1];
}
static double kepler(double mean, double eccentricity) {
  auto step = [](double e, const std::tuple<double, double> &t) { return std::get<0>(t) + std::get<1>(t) * std::sin(e); };
  return enzyme::fixed_point(step, mean, std::tuple(mean, eccentricity));
}
static double linearSystem(const Vector &p) {
  Matrix<double> a(2, 2);
  a(0, 0) = p[0], a(0, 1) = p[1], a(1, 0) = 1, a(1, 1) = p[0] * p[1];
  const Vector x = enzyme::linear_solve(a, Vector{p[2], 3});
  return x[0] * x[1];
}
template <class F> static double differenceQuotient(F f, double x) {
  const double h = 1e-5;
  return (f(x + h) - f(x - h)) / (2 * h);
}

CHECK_VALUES(roots) {
  EXPECT_CLOSE(squareRoot(4), 2, 1e-15);
  EXPECT_CLOSE(enzyme::gradient(squareRoot, 4.0), 0.25, 1e-15);
  EXPECT_CLOSE(enzyme::jvp(squareRoot, 4.0, 2.0), 0.5, 1e-15);
  EXPECT_CLOSE(enzyme::gradient([](double a) { return squareRoot(a) * squareRoot(a * a); }, 4.0), 0.25 * 4 + 2, 1e-14);
  const Vector at{5, 4}; // x = 4, y = 1
  const Vector g = enzyme::gradient(difference, at), t = enzyme::jvp([](const Vector &v) { return Vector{difference(v)}; }, at, Vector{1, 0});
  EXPECT_CLOSE(g[0], differenceQuotient([](double a) { return difference({a, 4}); }, 5), 1e-8);
  EXPECT_CLOSE(g[1], differenceQuotient([](double b) { return difference({5, b}); }, 4), 1e-8);
  EXPECT_CLOSE(t[0], g[0], 1e-13);
}

CHECK_VALUES(fixed_points) {
  const double m = 0.8, e = 0.3;
  const double k = kepler(m, e);
  EXPECT_CLOSE(k, m + e * std::sin(k), 1e-13);
  auto [gm, ge] = enzyme::gradient(kepler, m, e);
  EXPECT_CLOSE(gm, 1 / (1 - e * std::cos(k)), 1e-12);
  EXPECT_CLOSE(ge, std::sin(k) / (1 - e * std::cos(k)), 1e-12);
  EXPECT_CLOSE(enzyme::jvp([e](double x) { return kepler(x, e); }, m, 1.0), gm, 1e-12);
}

CHECK_VALUES(linear_systems) {
  const Vector p{2, 0.5, 7};
  const Vector g = enzyme::gradient(linearSystem, p);
  for (std::size_t i = 0; i < 3; i++) {
    auto along = [&](double v) {
      Vector q = p;
      q[i] = v;
      return linearSystem(q);
    };
    EXPECT_CLOSE(g[i], differenceQuotient(along, p[i]), 1e-7);
    Vector d(3);
    d[i] = 1;
    EXPECT_CLOSE(enzyme::jvp(linearSystem, p, d), g[i], 1e-12);
  }
}

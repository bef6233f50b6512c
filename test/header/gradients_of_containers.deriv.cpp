// gradient: arguments and results of every shape, several at once, constants, captures.
// std: c++20
// flags: -Wextra -Wpedantic -Werror
#include "check.h"
#include <array>
#include <cmath>
#include <complex>
#include <enzyme/enzyme>
#include <map>
#include <span>
#include <string>
#include <vector>
using enzyme::Const, enzyme::Duplicated, enzyme::gradient, enzyme::value_and_gradient;
using Vector = std::vector<double>;

static double squares(const Vector &x) {
  double sum = 0;
  for (double v : x)
    sum += v * v;
  return sum;
}
static double inPlace(Vector &x) {
  double sum = 0;
  for (double &v : x)
    sum += v *= v;
  return sum;
}
static double byValue(Vector x) {
  x.push_back(x[0] * x[1]);
  return squares(x);
}
static double ofArray(const double *x) { return x[0] * x[1]; }
struct Layer {
  double bias;
  std::vector<double> weights;
  int steps;
  double corner[2];
  std::array<std::complex<double>, 1> phase;
};
static double network(const Layer &l) {
  double sum = l.bias * l.steps;
  for (double w : l.weights)
    sum += w * w * w;
  return sum + l.corner[0] * l.corner[1] + l.phase[0].real() * l.phase[0].imag();
}

CHECK_VALUES(vectors) {
  const Vector x{1, 2, 3};
  auto [value, g] = value_and_gradient(squares, x);
  static_assert(std::is_same_v<decltype(g), Vector>);
  EXPECT_EXACT(value, 14);
  EXPECT_EXACT(g[0] + 10 * g[1] + 100 * g[2], 642);
  Vector y = x;
  EXPECT_EXACT(gradient(inPlace, y)[2], 6);
  EXPECT_EXACT(y[2], 3); // the caller's object is as it was
  EXPECT_EXACT(gradient(byValue, x)[0], 10);
  std::vector<std::vector<float>> nested{{1, 2}, {}, {3}};
  auto n = gradient([](const auto &v) { return v[0][1] * v[2][0]; }, nested);
  EXPECT_EXACT(n[2][0], 2);
  EXPECT_EXACT(n[1].size(), 0);
}

CHECK_VALUES(numbers_arrays_spans) {
  EXPECT_EXACT(gradient([](double x) { return x * x; }, 3.0), 6);
  EXPECT_EXACT(gradient([](long double x) { return x * x * x; }, 2.0L), 12);
  auto [a, b] = gradient([](double x, float y, int n) { return n * x * x * y; }, 2.0, 3.0f, 4);
  static_assert(std::is_same_v<decltype(b), float>);
  EXPECT_EXACT(a, 48);
  EXPECT_EXACT(b, 16);
  double plain[2] = {2, 3};
  auto p = gradient(ofArray, plain);
  static_assert(std::is_same_v<decltype(p), std::array<double, 2>>);
  EXPECT_EXACT(p[0], 3);
  EXPECT_EXACT(gradient([](std::array<double, 3> v) { return v[0] * v[2]; }, std::array{1., 2., 3.})[2], 1);
  auto s = gradient([](std::span<const double> v) { return v[0] * v[1]; }, std::span<const double>(plain));
  static_assert(std::is_same_v<decltype(s), Vector>);
  EXPECT_EXACT(s[1], 2);
  EXPECT_EXACT(gradient([](std::span<const double> v) { return v[0] * v[1]; }, Vector{5, 6})[1], 5);
}

CHECK_VALUES(structures_and_maps) {
  Layer layer{2, {1, 2}, 7, {3, 4}, {std::complex<double>(5, 6)}};
  Layer g = gradient(network, layer);
  EXPECT_EXACT(g.bias, 7);
  EXPECT_EXACT(g.weights[1], 12);
  EXPECT_EXACT(g.steps, 7); // integers are as in the original
  EXPECT_EXACT(g.corner[0], 4);
  EXPECT_EXACT(g.phase[0].real(), 6);
  std::map<std::string, double> named{{"a", 2}, {"b", 3}};
  auto m = gradient([](const auto &v) { return v.at("a") * v.at("a") * v.at("b"); }, named);
  EXPECT_EXACT(m.at("a"), 12);
  EXPECT_EXACT(m["b"], 4);
  auto t = gradient([](const std::pair<double, Vector> &v) { return v.first * v.second[1]; },
                    std::pair<double, Vector>(2, {3, 4}));
  EXPECT_EXACT(t.first + t.second[1], 6);
}

CHECK_VALUES(constants_and_shadows) {
  EXPECT_EXACT(gradient([](double x, double y) { return x * y; }, Const{2.0}, 3.0), 2);
  const Vector table{4, 5};
  auto lookup = [](const Vector &t, double x, std::size_t i) { return t[i] * x * x; };
  EXPECT_EXACT(gradient(lookup, Const{table}, 3.0, std::size_t(1)), 30);
  EXPECT_EXACT(table[1], 5);
  double raw[2] = {1, 2}, draw[2] = {10, 10};
  EXPECT_EXACT(gradient([](const double *p, double x) { return p[0] * p[1] * x; }, Duplicated{raw, draw}, 3.0), 2);
  EXPECT_EXACT(draw[0], 16);
  EXPECT_EXACT(draw[1], 13);
}

CHECK_VALUES(captures) {
  double k = 2;
  Vector table{1, 2};
  EXPECT_EXACT(gradient([k](double x) { return k * x * x; }, 3.0), 12);
  EXPECT_EXACT(gradient([&](const Vector &x) { return k * squares(x) * table[1]; }, Vector{1, 2})[1], 16);
  EXPECT_EXACT(gradient([table](const Vector &x) { return x[0] * table[1]; }, Vector{1, 2})[0], 2);
  EXPECT_EXACT(table[1], 2);
}

// Containers and classes as arguments: deque, list, map, valarray, optional, arrays of arrays,
// nested structures, complex; strings and flags beside them.
// std: c++17
#include "check.h"
#include <complex>
#include <deque>
#include <enzyme/enzyme>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <valarray>
#include <vector>
using enzyme::gradient;

static double product(double a, double b) { return a * b; }
struct Inner {
  std::vector<double> values;
  std::string name;
};
struct Outer {
  Inner inner[2];
  float weight;
  bool isOn;
  std::optional<double> maybe;
};

CHECK_VALUES(containers) {
  auto sum = [](const auto &c) {
    double s = 0;
    for (double v : c)
      s += v * v * v;
    return s;
  };
  EXPECT_EXACT(gradient(sum, std::deque<double>{1, 2}).at(1), 12);
  EXPECT_EXACT(gradient(sum, std::list<double>{1, 2}).front(), 3);
  auto v = gradient([](const std::valarray<double> &a) { return a[0] * a[1]; }, std::valarray<double>{2, 3});
  EXPECT_EXACT(v[0], 3);
  std::map<int, std::vector<double>> m{{1, {2, 3}}, {5, {4}}};
  auto g = gradient([](const auto &x) { return x.at(1)[1] * x.at(5)[0]; }, m);
  EXPECT_EXACT(g[1][1], 4);
  EXPECT_EXACT(g[5][0], 3);
  double grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  auto a = gradient([](const double (&x)[2][3]) { return x[0][1] * x[1][2]; }, grid);
  EXPECT_EXACT(a[1][2], 2);
  EXPECT_EXACT(gradient(sum, std::vector<double>()).size(), 0);
}

CHECK_VALUES(structures) {
  Outer outer{{{{1, 2}, "a"}, {{3}, "b"}}, 2, true, 4};
  auto f = [](const Outer &o) {
    const double tail = o.isOn && o.inner[0].name == "a" ? o.inner[1].values[0] : 0;
    return o.weight * o.inner[0].values[1] * tail * o.maybe.value_or(1);
  };
  Outer g = gradient(f, outer);
  EXPECT_EXACT(g.weight, 2 * 3 * 4);
  EXPECT_EXACT(g.inner[0].values[1], 2 * 3 * 4);
  EXPECT_EXACT(g.inner[1].values[0], 2 * 2 * 4);
  EXPECT_EXACT(*g.maybe, 2 * 2 * 3);
  EXPECT_TRUE(g.inner[0].name == "a" && g.isOn);
  auto t = gradient([](const std::tuple<double, int, Inner> &x) { return std::get<0>(x) * std::get<2>(x).values[0]; },
                    std::tuple<double, int, Inner>(2, 3, {{5}, ""}));
  EXPECT_EXACT(std::get<0>(t), 5);
  EXPECT_EXACT(std::get<2>(t).values[0], 2);
}

CHECK_VALUES(numbers) {
  auto z = gradient([](std::complex<double> c) { return std::norm(c * c); }, std::complex<double>(3, 4));
  EXPECT_CLOSE(z.real(), 4 * 25 * 3, 1e-12); // (x^2 + y^2)^2
  EXPECT_CLOSE(z.imag(), 4 * 25 * 4, 1e-12);
  auto [l, f] = gradient([](long double a, float b) { return a * a * b; }, 3.0L, 2.0f);
  static_assert(std::is_same_v<decltype(l), long double> && std::is_same_v<decltype(f), float>);
  EXPECT_EXACT(l, 12);
  EXPECT_EXACT(f, 9);
  auto g = gradient([](const std::string &s, double x, char c) { return double(s.size()) * x * x * (c == 'y'); },
                    std::string("four"), 3.0, 'y');
  EXPECT_EXACT(g, 24);
  const double x = 3;
  auto [a, b] = gradient(product, x, 4.0);
  EXPECT_EXACT(a + b, 7);
}

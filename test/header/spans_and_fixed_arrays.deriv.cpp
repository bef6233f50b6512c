// Spans, arrays and arrays of arrays as arguments, results and captured things.
// std: c++20
#include "check.h"
#include <array>
#include <cmath>
#include <enzyme/enzyme>
#include <numeric>
#include <span>
#include <vector>
using Row = std::array<double, 3>;
using Grid = std::array<Row, 2>;

static double window(std::span<const double> x, std::size_t width) {
  double best = 0;
  for (std::size_t i = 0; i + width <= x.size(); i++) {
    const auto part = x.subspan(i, width);
    best += std::accumulate(part.begin(), part.end(), 1.0, [](double a, double b) { return a * b; });
  }
  return best;
}
static double fixedSpan(std::span<const double, 3> x) { return x[0] * x[1] + std::sin(x.back()); }
static double determinant(const Grid &g) { return g[0][0] * g[1][1] - g[0][1] * g[1][0] + g[0][2] * g[1][2] * g[1][2]; }
static Row cross(const Row &a, const Row &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
static double triple(const Row &a, const Row &b, const Row &c) {
  const Row n = cross(a, b);
  return n[0] * c[0] + n[1] * c[1] + n[2] * c[2];
}

CHECK_VALUES(spans) {
  const std::vector<double> x{2, 3, 4, 5};
  const std::vector<double> g = enzyme::gradient(window, std::span<const double>(x), std::size_t(2));
  EXPECT_EXACT(g[0], 3);
  EXPECT_EXACT(g[1], 2 + 4);
  EXPECT_EXACT(g[3], 4);
  const double y[3] = {2, 3, 0};
  const auto h = enzyme::gradient([](const std::array<double, 3> &a) { return fixedSpan(a); }, std::to_array(y));
  EXPECT_EXACT(h[0], 3);
  EXPECT_EXACT(h[2], 1);
}
CHECK_VALUES(grids) {
  const Grid g{{{1, 2, 3}, {4, 5, 6}}};
  const Grid d = enzyme::gradient(determinant, g);
  EXPECT_EXACT(d[0][0], 5);
  EXPECT_EXACT(d[0][1], -4);
  EXPECT_EXACT(d[0][2], 36);
  EXPECT_EXACT(d[1][2], 36);
  const Row a{1, 2, 3}, b{4, 5, 7}, c{2, 0, 1};
  auto [da, db, dc] = enzyme::gradient(triple, a, b, c);
  const Row ab = cross(a, b), bc = cross(b, c), ca = cross(c, a);
  for (int i = 0; i < 3; i++) {
    EXPECT_CLOSE(dc[i], ab[i], 1e-14);
    EXPECT_CLOSE(da[i], bc[i], 1e-14);
    EXPECT_CLOSE(db[i], ca[i], 1e-14);
  }
  const auto j = enzyme::jacobian([&](const Row &v) { return cross(v, b); }, a);
  EXPECT_EXACT(j(0, 1), 7);
  EXPECT_EXACT(j(1, 0), -7);
  EXPECT_EXACT(j(2, 2), 0);
}

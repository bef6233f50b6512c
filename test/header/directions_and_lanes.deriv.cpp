// Any number of directions, also fewer and more than fill the lanes: each product is that of its
// direction alone, bit for bit.
// std: c++17
// also: -mavx
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <vector>
using Vector = std::vector<double>;

static Vector f(const Vector &x) {
  Vector y(x.size() + 1);
  for (std::size_t i = 0; i < x.size(); i++) {
    y[i] = std::sin(x[i]) * x[(i + 1) % x.size()];
    y[x.size()] += std::exp(x[i]) * y[i];
  }
  return y;
}
static double g(const Vector &x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); i++) {
    const double y = std::sin(x[i]) * x[(i + 1) % x.size()];
    s += y * y * std::exp(x[i]);
  }
  return s;
}

CHECK_VALUES(all_counts) {
  const Vector x{0.3, -0.7, 1.1};
  for (std::size_t count = 0; count <= 9; count++) {
    std::vector<Vector> directions, seeds;
    for (std::size_t k = 0; k < count; k++) {
      directions.push_back({std::cos(double(k)), 1.0 / double(k + 1), double(k)});
      seeds.push_back({1, double(k), -2, 0.5});
    }
    const auto js = enzyme::jvps(f, x, directions);
    const auto hs = enzyme::hvps(g, x, directions);
    const auto vs = enzyme::vjps(f, x, seeds);
    EXPECT_TRUE(js.size() == count && hs.size() == count && vs.size() == count);
    for (std::size_t k = 0; k < count; k++) {
      EXPECT_TRUE(js[k] == enzyme::jvp(f, x, directions[k]));
      EXPECT_TRUE(hs[k] == enzyme::hvp(g, x, directions[k]));
      EXPECT_TRUE(vs[k] == enzyme::vjp(f, x, seeds[k]));
    }
  }
}

CHECK_VALUES(symmetry_and_agreement) {
  const Vector x{0.3, -0.7, 1.1};
  const auto j = enzyme::jacobian(f, x);
  const auto h = enzyme::hessian(g, x);
  for (std::size_t i = 0; i < 3; i++)
    for (std::size_t k = 0; k < 3; k++)
      EXPECT_CLOSE(h(i, k), h(k, i), 1e-13);
  for (std::size_t row = 0; row < 4; row++) {
    Vector seed(4);
    seed[row] = 1;
    const Vector back = enzyme::vjp(f, x, seed);
    for (std::size_t column = 0; column < 3; column++)
      EXPECT_CLOSE(j(row, column), back[column], 1e-14);
  }
}

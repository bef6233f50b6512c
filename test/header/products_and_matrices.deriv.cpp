// jvp, vjp, hvp, their plurals, jacobian and hessian against closed forms.
// std: c++17
// flags: -Wextra -Wpedantic -Werror
#include "check.h"
#include <array>
#include <cmath>
#include <enzyme/enzyme>
#include <tuple>
#include <vector>
using Vector = std::vector<double>;

static Vector f(const Vector &x) { return {x[0] * x[1] * x[2], x[0] * x[0]}; }
static double h(const Vector &x) { return x[0] * x[0] * x[1] + x[2] * x[2] * x[2]; }
struct Two {
  double a, b;
};
static Two g(double x, double y) { return {x * y, x * x}; }
static const Vector x{1, 2, 3}, d{1, 0, 1};

CHECK_VALUES(jacobian_products) {
  const Vector t = enzyme::jvp(f, x, d);
  EXPECT_EXACT(t[0], 8);
  EXPECT_EXACT(t[1], 2);
  const Vector s = enzyme::vjp(f, x, Vector{1, 10});
  EXPECT_EXACT(s[0], 26);
  EXPECT_EXACT(s[2], 2);
  auto [value, tangent] = enzyme::value_and_jvp(g, 2.0, 3.0, std::tuple{1.0, 0.0});
  EXPECT_EXACT(value.a, 6);
  EXPECT_EXACT(tangent.a, 3);
  EXPECT_EXACT(tangent.b, 4);
  auto [sx, sy] = enzyme::vjp(g, 2.0, 3.0, Two{1, 1});
  EXPECT_EXACT(sx, 7);
  EXPECT_EXACT(sy, 2);
  EXPECT_EXACT(enzyme::jvp([](double v) { return std::sin(v); }, 0.0, 2.0), 2);
}

CHECK_VALUES(hessian_products) {
  const Vector v = enzyme::hvp(h, x, d);
  EXPECT_EXACT(v[0], 4);
  EXPECT_EXACT(v[1], 2);
  EXPECT_EXACT(v[2], 18);
  EXPECT_CLOSE(enzyme::hvp([](double a) { return std::sin(a); }, 1.0, 1.0), -std::sin(1.0), 1e-15);
  auto [vx, vy] = enzyme::hvp([](double a, double b) { return a * a * b; }, 3.0, 4.0, std::tuple{1.0, 0.0});
  EXPECT_EXACT(vx, 8);
  EXPECT_EXACT(vy, 6);
}

CHECK_VALUES(several_directions) {
  const std::vector<Vector> directions{d, x, {0, 0, 1}};
  auto ts = enzyme::jvps(f, x, directions);
  EXPECT_EXACT(ts.size(), 3);
  EXPECT_EXACT(ts[0][0], 8);
  EXPECT_EXACT(ts[1][0], 18);
  auto hs = enzyme::hvps(h, x, directions);
  EXPECT_EXACT(hs[2][2], 18);
  auto ss = enzyme::vjps(f, x, std::array<Vector, 2>{Vector{1, 0}, Vector{0, 1}});
  EXPECT_EXACT(ss[1][0], 2);
  EXPECT_EXACT(ss[0][0], 6);
}

CHECK_VALUES(jacobians) {
  auto wide = enzyme::jacobian(f, x); // by reverse sweeps
  EXPECT_EXACT(wide.rows, 2);
  EXPECT_EXACT(wide.columns, 3);
  EXPECT_EXACT(wide(0, 0), 6);
  EXPECT_EXACT(wide(0, 2), 2);
  EXPECT_EXACT(wide(1, 0), 2);
  EXPECT_EXACT(wide(1, 2), 0);
  auto tall = enzyme::jacobian([](const std::array<double, 2> &v) { // by forward sweeps
    return std::array<double, 3>{v[0] * v[1], v[1], v[0] * v[0]};
  }, std::array<double, 2>{2, 3});
  EXPECT_EXACT(tall(0, 0), 3);
  EXPECT_EXACT(tall(2, 0), 4);
  EXPECT_EXACT(tall(2, 1), 0);
  auto [jx, jy] = enzyme::jacobian(g, 2.0, 3.0);
  EXPECT_EXACT(jx(1, 0), 4);
  EXPECT_EXACT(jy(0, 0), 2);
}

CHECK_VALUES(hessians) {
  auto m = enzyme::hessian(h, x);
  EXPECT_EXACT(m(0, 0), 4);
  EXPECT_EXACT(m(0, 1), 2);
  EXPECT_EXACT(m(1, 0), 2);
  EXPECT_EXACT(m(2, 2), 18);
  EXPECT_EXACT(m(1, 2), 0);
  const double k = 3;
  auto two = enzyme::hessian([k](double a, double b) { return k * a * a * b; }, 2.0, 5.0);
  EXPECT_EXACT(two(0, 0), 30);
  EXPECT_EXACT(two(1, 0), 12);
}

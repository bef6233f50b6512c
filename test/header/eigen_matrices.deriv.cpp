// Eigen vectors and matrices as arguments and results, fixed and dynamic, Maps and Refs; the header
// knows them by their shape.
// std: c++17
// flags: -isystem/usr/include/eigen3 -DEIGEN_DONT_VECTORIZE -DEIGEN_NO_DEBUG
#include "check.h"
#include <Eigen/Dense>
#include <enzyme/enzyme>

using Eigen::MatrixXd, Eigen::VectorXd, Eigen::Vector3d;

static double quadratic(const MatrixXd &a, const VectorXd &x) { return x.dot(a * x); }
static VectorXd apply(const VectorXd &x) {
  VectorXd y(2);
  y << x[0] * x[1], x[1] * x[2];
  return y;
}

CHECK_VALUES(gradients) {
  MatrixXd a(2, 2);
  a << 1, 2, 3, 4;
  VectorXd x(2);
  x << 5, 6;
  auto [ga, gx] = enzyme::gradient(quadratic, a, x);
  static_assert(std::is_same_v<decltype(ga), MatrixXd> && std::is_same_v<decltype(gx), VectorXd>);
  EXPECT_EXACT(ga(0, 1), 30);
  EXPECT_EXACT(ga(1, 0), 30);
  EXPECT_EXACT(ga(1, 1), 36);
  EXPECT_EXACT(gx[0], 40);
  EXPECT_EXACT(gx[1], 73);
  EXPECT_EXACT(enzyme::gradient(quadratic, enzyme::Const{a}, x)[1], 73);
  auto v = enzyme::gradient([](const Vector3d &p) { return p.squaredNorm(); }, Vector3d(1, 2, 3));
  EXPECT_EXACT(v[2], 6);
}

CHECK_VALUES(views) {
  double data[6] = {1, 2, 3, 4, 5, 6};
  Eigen::Map<VectorXd> map(data, 3);
  auto g = enzyme::gradient([](const Eigen::Map<VectorXd> &m) { return m[0] * m[1] * m[2]; }, map);
  static_assert(std::is_same_v<decltype(g), VectorXd>);
  EXPECT_EXACT(g[0], 6);
  EXPECT_EXACT(g[2], 2);
  auto r = enzyme::gradient([](Eigen::Ref<const VectorXd> m) { return m[0] * m[1]; }, VectorXd(map));
  EXPECT_EXACT(r[1], 1);
}

CHECK_VALUES(products) {
  VectorXd x(3), d(3), s(2);
  x << 1, 2, 3;
  d << 1, 0, 1;
  s << 1, 10;
  VectorXd t = enzyme::jvp(apply, x, d);
  EXPECT_EXACT(t[0], 2);
  EXPECT_EXACT(t[1], 2);
  VectorXd u = enzyme::vjp(apply, x, s);
  EXPECT_EXACT(u[1], 31);
  auto j = enzyme::jacobian(apply, x);
  EXPECT_EXACT(j(1, 2), 2);
  VectorXd h = enzyme::hvp([](const VectorXd &v) { return v[0] * v[0] * v[1] * v[2]; }, x, d);
  EXPECT_EXACT(h[0], 2 * 2 * 3 + 2 * 1 * 2);
}

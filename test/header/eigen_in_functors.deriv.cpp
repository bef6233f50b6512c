// Eigen vectors and matrices as members, arguments and temporaries of functors and member functions.
// std: c++17
// flags: -isystem/usr/include/eigen3 -DEIGEN_DONT_VECTORIZE -DEIGEN_NO_DEBUG
#include "check.h"
#include <Eigen/Dense>
#include <enzyme/enzyme>
using Eigen::Matrix2d, Eigen::MatrixXd, Eigen::Vector2d, Eigen::VectorXd;
using enzyme::Duplicated, enzyme::gradient;

struct Layer {
  Matrix2d w;
  Vector2d b;
  double operator()(const Vector2d &x) const { return (w * x + b).array().square().sum(); }
  Vector2d apply(const Vector2d &x) const { return (w * x + b).array().sin(); }
};
static double quadratic(const MatrixXd &a, const VectorXd &x) {
  const VectorXd y = a * x;
  return x.dot(y) + y.squaredNorm() * a.trace();
}

CHECK_VALUES(functors) {
  Layer layer{(Matrix2d() << 1, 2, 3, 4).finished(), Vector2d(0.5, -1)};
  const Vector2d x(0.3, 0.7), r = layer.w * x + layer.b;
  const Vector2d g = gradient(layer, x), expected = 2 * layer.w.transpose() * r;
  EXPECT_CLOSE(g[0], expected[0], 1e-14);
  EXPECT_CLOSE(g[1], expected[1], 1e-14);
  Layer by{Matrix2d::Zero(), Vector2d::Zero()};
  gradient(Duplicated{layer, by}, x);
  for (int i = 0; i < 2; i++) {
    EXPECT_CLOSE(by.b[i], 2 * r[i], 1e-14);
    for (int j = 0; j < 2; j++)
      EXPECT_CLOSE(by.w(i, j), 2 * r[i] * x[j], 1e-14);
  }
  const auto j = enzyme::jacobian([&](const Vector2d &v) { return layer.apply(v); }, x);
  EXPECT_CLOSE(j(0, 1), std::cos(r[0]) * 2, 1e-14);
}
CHECK_VALUES(dynamic) {
  MatrixXd a(2, 2);
  a << 1, 0.5, -0.5, 2;
  VectorXd x(2);
  x << 0.4, 0.9;
  auto [da, dx] = gradient(quadratic, a, x);
  const double h = 1e-6;
  for (int i = 0; i < 2; i++) {
    VectorXd high = x, low = x;
    high[i] += h, low[i] -= h;
    EXPECT_CLOSE(dx[i], (quadratic(a, high) - quadratic(a, low)) / (2 * h), 1e-8);
    for (int j = 0; j < 2; j++) {
      MatrixXd up = a, down = a;
      up(i, j) += h, down(i, j) -= h;
      EXPECT_CLOSE(da(i, j), (quadratic(up, x) - quadratic(down, x)) / (2 * h), 1e-8);
    }
  }
}

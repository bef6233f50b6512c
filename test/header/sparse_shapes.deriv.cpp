// Sparse matrices of other shapes: full rows and columns, more results than arguments and the other
// way round, several arguments, patterns given by hand, empty and scalar problems, float.
// std: c++17
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <tuple>
#include <vector>
using Vector = std::vector<double>;
using Floats = std::vector<float>;

template <class Sparse, class Dense> static int differences(const Sparse &sparse, const Dense &dense) {
  int count = sparse.rows != dense.rows || sparse.columns != dense.columns;
  for (std::size_t i = 0; i < dense.rows && i < sparse.rows; i++)
    for (std::size_t j = 0; j < dense.columns; j++)
      count += std::fabs(sparse(i, j) - dense(i, j)) > 1e-6 * (1 + std::fabs(dense(i, j)));
  return count;
}
static Vector point(std::size_t n) {
  Vector x(n);
  for (std::size_t i = 0; i < n; i++)
    x[i] = std::cos(3.0 * double(i)) + 0.2;
  return x;
}
/// x_0 is in every result, and the last result has every x.
static Vector arrow(const Vector &x) {
  Vector y(x.size());
  double total = 0;
  for (std::size_t i = 0; i < x.size(); i++) {
    y[i] = x[0] * x[i];
    total += x[i] * x[i];
  }
  y.back() = total;
  return y;
}
static Vector pairs(const Vector &x) { // half as many results
  Vector y(x.size() / 2);
  for (std::size_t i = 0; i < y.size(); i++)
    y[i] = x[2 * i] * x[2 * i + 1];
  return y;
}
static Vector copies(const Vector &x) { // three times as many
  Vector y;
  for (double v : x)
    for (int k = 1; k <= 3; k++)
      y.push_back(k * v * v);
  return y;
}
static Floats floats(const Floats &x) {
  Floats y(x);
  for (std::size_t i = 0; i + 1 < x.size(); i++)
    y[i] = x[i] * x[i + 1];
  return y;
}
static double coupled(const Vector &x, const Vector &y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); i++)
    sum += x[i] * x[i] * y[i];
  return sum;
}

CHECK_VALUES(jacobians) {
  const Vector x = point(40);
  auto a = enzyme::sparse_jacobian(arrow, x);
  EXPECT_EXACT(differences(a, enzyme::jacobian(arrow, x)), 0);
  EXPECT_TRUE(a.sweeps <= 3);
  auto p = enzyme::sparse_jacobian(pairs, x);
  EXPECT_EXACT(differences(p, enzyme::jacobian(pairs, x)), 0);
  EXPECT_EXACT(p.sweeps, 1); // one reverse sweep: no two results share an argument
  auto c = enzyme::sparse_jacobian(copies, x);
  EXPECT_EXACT(differences(c, enzyme::jacobian(copies, x)), 0);
  EXPECT_EXACT(c.sweeps, 1);
  const Floats f(30, 1.5f);
  auto s = enzyme::sparse_jacobian(floats, f);
  static_assert(std::is_same_v<decltype(s), enzyme::SparseMatrix<float>>);
  EXPECT_EXACT(differences(s, enzyme::jacobian(floats, f)), 0);
  EXPECT_EXACT(s.sweeps, 2);
}

CHECK_VALUES(several_arguments) {
  const Vector x = point(15), y = point(15);
  auto h = enzyme::sparse_hessian(coupled, x, y);
  EXPECT_EXACT(h.rows, 30);
  EXPECT_EXACT(differences(h, enzyme::hessian(coupled, x, y)), 0);
  EXPECT_EXACT(h.sweeps, 2);
  auto fixed = enzyme::sparse_hessian(coupled, x, enzyme::Const{y});
  EXPECT_EXACT(fixed.rows, 15);
  EXPECT_EXACT(fixed.sweeps, 1);
  auto j = enzyme::sparse_jacobian([](const Vector &a, double k) {
    Vector r(a);
    for (double &v : r)
      v *= k;
    return r;
  }, x, 3.0);
  EXPECT_EXACT(j.columns, 16);
  EXPECT_EXACT(j(4, 4), 3);
  EXPECT_EXACT(j(4, 15), x[4]);
  EXPECT_EXACT(j.sweeps, 2);
}

CHECK_VALUES(given_patterns) {
  auto switched = [](const Vector &x) { return Vector{x[0] > 10 ? x[1] : 0 * x[1], x[0] * x[1]}; };
  const enzyme::JacobianSparsity where(enzyme::Pattern{2, 2, {0, 1, 3}, {1, 0, 1}});
  auto j = enzyme::sparse_jacobian(where, switched, Vector{20, 3});
  EXPECT_EXACT(j(0, 1), 1);
  EXPECT_EXACT(j(1, 0), 3);
  EXPECT_EXACT(j(0, 0), 0);
  bool isRefused = false;
  try {
    enzyme::sparse_jacobian(where, switched, Vector{1, 2, 3});
  } catch (const std::length_error &) {
    isRefused = true;
  }
  EXPECT_TRUE(isRefused);
}

CHECK_VALUES(small_ones) {
  auto none = enzyme::sparse_jacobian([](const Vector &x) { return x; }, Vector());
  EXPECT_EXACT(none.rows + none.columns + none.values.size() + none.sweeps, 0);
  auto constant = enzyme::sparse_jacobian([](const Vector &x) { return Vector(x.size(), 1.0); }, point(5));
  EXPECT_EXACT(constant.values.size(), 0);
  EXPECT_EXACT(constant.sweeps, 0);
  auto one = enzyme::sparse_hessian([](double x) { return x * x * x; }, 2.0);
  EXPECT_EXACT(one(0, 0), 12);
}

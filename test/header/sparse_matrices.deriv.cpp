// Sparse Jacobians and Hessians of banded and irregular problems: as the dense ones, in as many
// sweeps as colours.
// std: c++17
// flags: -Wextra -Wpedantic -Werror
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <vector>
using Vector = std::vector<double>;

static Vector banded(const Vector &x) {
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); i++) {
    const double left = i ? x[i - 1] : 0, right = i + 1 < x.size() ? x[i + 1] : 0;
    y[i] = x[i] * x[i] + std::sin(left) * right;
  }
  return y;
}
/// Each result reads four inputs that lie anywhere.
static std::size_t scattered(std::size_t i, std::size_t k, std::size_t n) {
  return (i * 7 + k * k * 13 + k * i) % n;
}
static Vector irregular(const Vector &x) {
  Vector y(x.size() + 5);
  for (std::size_t i = 0; i < y.size(); i++)
    for (std::size_t k = 0; k < 4; k++)
      y[i] += x[scattered(i, k, x.size())] * x[scattered(i, k + 1, x.size())];
  return y;
}
static double chain(const Vector &x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); i++)
    sum += (x[i + 1] - x[i] * x[i]) * (x[i + 1] - x[i] * x[i]);
  return sum;
}
static double graph(const Vector &x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); i++)
    sum += std::cos(x[i]) * x[scattered(i, 2, x.size())] + x[i] * x[i];
  return sum;
}
static double arrow(const Vector &x) { // one row and one column are full
  double sum = 0;
  for (std::size_t i = 1; i < x.size(); i++)
    sum += x[0] * x[i] * x[i];
  return sum;
}
static Vector withTotal(const Vector &x) { // the last row is full
  Vector y = x;
  double total = 0;
  for (double &v : y) {
    total += v;
    v *= v;
  }
  y.push_back(total * total);
  return y;
}
static Vector point(std::size_t n) {
  Vector x(n);
  for (std::size_t i = 0; i < n; i++)
    x[i] = std::sin(double(i)) + 0.1;
  return x;
}

template <class Sparse, class Dense> static int differences(const Sparse &sparse, const Dense &dense) {
  int count = sparse.rows != dense.rows || sparse.columns != dense.columns;
  for (std::size_t i = 0; i < dense.rows; i++)
    for (std::size_t j = 0; j < dense.columns; j++)
      count += std::fabs(sparse(i, j) - dense(i, j)) > 1e-12 * (1 + std::fabs(dense(i, j)));
  return count;
}

CHECK_VALUES(jacobians) {
  const Vector x = point(60);
  auto b = enzyme::sparse_jacobian(banded, x);
  EXPECT_EXACT(differences(b, enzyme::jacobian(banded, x)), 0);
  EXPECT_EXACT(b.sweeps, 3);
  EXPECT_EXACT(b.values.size(), 3 * 60 - 4);
  auto where = enzyme::jacobian_sparsity(irregular, x);
  auto i = enzyme::sparse_jacobian(where, irregular, x);
  EXPECT_EXACT(differences(i, enzyme::jacobian(irregular, x)), 0);
  EXPECT_EXACT(i.sweeps, where.sweeps());
  EXPECT_TRUE(i.sweeps < 20);
  const Vector other = point(60);
  EXPECT_EXACT(differences(enzyme::sparse_jacobian(where, irregular, other), enzyme::jacobian(irregular, other)), 0);
  auto t = enzyme::sparse_jacobian(withTotal, x);
  EXPECT_EXACT(differences(t, enzyme::jacobian(withTotal, x)), 0);
  EXPECT_EXACT(t.sweeps, 2); // one forward, one reverse
}

CHECK_VALUES(hessians) {
  const Vector x = point(50);
  auto c = enzyme::sparse_hessian(chain, x);
  EXPECT_EXACT(differences(c, enzyme::hessian(chain, x)), 0);
  EXPECT_EXACT(c.sweeps, 3);
  auto where = enzyme::hessian_sparsity(graph, x);
  auto g = enzyme::sparse_hessian(where, graph, x);
  EXPECT_EXACT(differences(g, enzyme::hessian(graph, x)), 0);
  EXPECT_EXACT(g.sweeps, where.sweeps());
  EXPECT_TRUE(g.sweeps < 12);
  auto a = enzyme::sparse_hessian(arrow, x);
  EXPECT_EXACT(differences(a, enzyme::hessian(arrow, x)), 0);
  EXPECT_EXACT(a.sweeps, 2);
}

CHECK_VALUES(probing_is_cheap) {
  const Vector x = point(2000);
  auto where = enzyme::jacobian_sparsity(banded, x);
  EXPECT_TRUE(where.probes < 200);
  EXPECT_EXACT(where.sweeps(), 3);
  EXPECT_EXACT(where.pattern.size(), 3 * 2000 - 4);
}

CHECK_VALUES(zero_by_chance) {
  const Vector origin(20, 0.0); // every derivative of x_i^2 is zero here
  auto j = enzyme::sparse_jacobian(banded, origin);
  EXPECT_EXACT(differences(j, enzyme::jacobian(banded, origin)), 0);
  auto where = enzyme::jacobian_sparsity(banded, origin);
  const Vector x = point(20);
  EXPECT_EXACT(differences(enzyme::sparse_jacobian(where, banded, x), enzyme::jacobian(banded, x)), 0);
}

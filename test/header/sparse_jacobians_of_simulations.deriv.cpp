// Sparse Jacobians and Hessians of stencils with parameters, functors and time steps, against dense
// ones; patterns that are kept, and those that are given.
// std: c++17
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <vector>
using Vector = std::vector<double>;

struct Diffusion {
  std::size_t columns;
  double rate;
  Vector operator()(const Vector &u) const {
    Vector r(u.size());
    for (std::size_t i = 0; i < u.size(); i++) {
      const std::size_t column = i % columns;
      r[i] = -4 * rate * u[i] + u[i] * u[i] * u[i];
      if (column)
        r[i] += rate * u[i - 1];
      if (column + 1 < columns)
        r[i] += rate * u[i + 1];
      if (i >= columns)
        r[i] += rate * u[i - columns] * u[i];
      if (i + columns < u.size())
        r[i] += rate * u[i + columns];
    }
    return r;
  }
};
static Vector implicitStep(const Vector &u) { // the residual of a step of Burgers' equation
  Vector r(u.size());
  for (std::size_t i = 1; i + 1 < u.size(); i++) {
    const double flux = u[i] > 0 ? u[i] * (u[i] - u[i - 1]) : u[i] * (u[i + 1] - u[i]);
    r[i] = u[i] + 0.1 * flux - 0.01 * (u[i - 1] - 2 * u[i] + u[i + 1]);
  }
  r.front() = u.front() - 1;
  r.back() = u.back() + u.back() * u.back();
  return r;
}
static double bending(const Vector &u) {
  double e = 0;
  for (std::size_t i = 1; i + 1 < u.size(); i++) {
    const double c = u[i - 1] - 2 * u[i] + u[i + 1];
    e += c * c * (1 + u[i] * u[i]);
  }
  return e;
}
static Vector wave(std::size_t n) {
  Vector u(n);
  for (std::size_t i = 0; i < n; i++)
    u[i] = 0.4 * std::sin(0.7 * double(i)) + 0.3;
  return u;
}
template <class S, class D> static void compare(const S &sparse, const D &dense) {
  for (std::size_t i = 0; i < dense.rows; i++)
    for (std::size_t j = 0; j < dense.columns; j++)
      EXPECT_CLOSE(sparse(i, j), dense(i, j), 1e-13);
}

CHECK_VALUES(jacobians) {
  const Diffusion diffusion{6, 0.3};
  const Vector u = wave(36), v = wave(30);
  const auto j = enzyme::sparse_jacobian(diffusion, u);
  compare(j, enzyme::jacobian(diffusion, u));
  EXPECT_TRUE(j.sweeps < 12);
  compare(enzyme::sparse_jacobian(implicitStep, v), enzyme::jacobian(implicitStep, v));
  const auto where = enzyme::jacobian_sparsity(diffusion, u);
  for (double shift : {0.1, 0.5}) {
    Vector w = u;
    for (double &x : w)
      x += shift;
    compare(enzyme::sparse_jacobian(where, diffusion, w), enzyme::jacobian(diffusion, w));
  }
}
CHECK_VALUES(hessians) {
  const Vector u = wave(25);
  const auto h = enzyme::sparse_hessian(bending, u);
  compare(h, enzyme::hessian(bending, u));
  EXPECT_TRUE(h.sweeps < 10);
}

/* determinant.cpp - the gradient of a recursion. */
#include "determinant.h"
#include "request.h"

static void ours(const Determinant &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(determinant<double>, enzyme_const, p.n, enzyme_dup, p.x.data(), g);
}

static void forward(const Determinant &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(determinant<double>, enzyme_width, bench::Lanes, enzyme_const, p.n, enzyme_dupv,
                         p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

/** By hand: on the way down the product of the chosen entries is the minor's adjoint. */
static double descend(int n, const double *a, double *g, int row, unsigned used, double seed) {
  if (row == n)
    return 1;
  double sum = 0, sign = 1;
  for (int c = 0; c < n; c++)
    if (!(used >> c & 1)) {
      double entry = sign * a[row * n + c];
      double below = descend(n, a, g, row + 1, used | 1u << c, seed * entry);
      sum += entry * below;
      g[row * n + c] += seed * sign * below;
      sign = -sign;
    }
  return sum;
}

static void hand(const Determinant &p, double *g) {
  clear(g, p.x.size());
  descend(p.n, p.x.data(), g, 0, 0, 1);
}

void measure(bench::Suite &suite) {
  std::vector<int> sizes{5, 7, 9};
  if (suite.quick)
    sizes = {1, 4};
  for (int n : sizes) {
    auto p = std::make_shared<const Determinant>(n);
    bench::Row &row = bench::gradient(suite, p);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { hand(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    addPeers(row, p);
  }
}

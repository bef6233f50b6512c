/* linear.cpp - gradient with respect to the matrix and the right side. */
#include "linear.h"
#include "request.h"

static void ours(const Linear &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(energy, enzyme_const, p.system, enzyme_const, p.n, enzyme_dup, p.x.data(), g);
}

/** By hand: the same factors once more for the transposed system; the matrix's adjoint is of rank one. */
static void hand(const Linear &p, double *g) {
  int n = p.n, failed;
  std::size_t square = std::size_t(n) * n;
  const int one = 1;
  const double *x = p.x.data(), alpha = 1, beta = 0;
  if (p.system == System::Product) {
    std::vector<double> c(square);
    dgemm_("N", "N", &n, &n, &n, &alpha, x, &n, x + square, &n, &beta, c.data(), &n);
    dgemm_("N", "T", &n, &n, &n, &alpha, c.data(), &n, x + square, &n, &beta, g, &n);
    dgemm_("T", "N", &n, &n, &n, &alpha, x, &n, c.data(), &n, &beta, g + square, &n);
    return;
  }
  std::vector<double> a(x, x + square), b(x + square, x + square + n);
  std::vector<int> pivots(n);
  bool isDefinite = p.system == System::Definite;
  if (isDefinite)
    dposv_("L", &n, &one, a.data(), &n, b.data(), &n, &failed);
  else
    dgesv_(&n, &one, a.data(), &n, pivots.data(), b.data(), &n, &failed);
  double *adjoint = g + square;
  std::copy(b.begin(), b.end(), adjoint);
  if (isDefinite)
    dpotrs_("L", &n, &one, a.data(), &n, adjoint, &n, &failed);
  else
    dgetrs_("T", &n, &one, a.data(), &n, pivots.data(), adjoint, &n, &failed);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      g[std::size_t(j) * n + i] = !isDefinite ? -adjoint[i] * b[j]
                                  : i > j     ? -adjoint[i] * b[j] - adjoint[j] * b[i]
                                  : i == j    ? -adjoint[i] * b[i]
                                              : 0;
}

void measure(bench::Suite &suite) {
  std::vector<int> sizes{64, 256, 1024};
  if (suite.quick)
    sizes = {5, 40};
  for (System system : {System::Product, System::Definite, System::General})
    for (int n : sizes) {
      auto p = std::make_shared<const Linear>(system, n);
      bench::Row &row = bench::gradient(suite, p);
      row.ours([p](double *g) { ours(*p, g); });
      row.hand([p](double *g) { hand(*p, g); });
    }
}

/* leastsquares.cpp - the gradient is Aᵀ(A x - b). */
#include "leastsquares.h"
#include "request.h"

static void ours(const LeastSquares &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(leastSquares<double>, enzyme_const, p.rows, enzyme_const, int(p.x.size()), enzyme_const,
                          p.a.data(), enzyme_const, p.b.data(), enzyme_dup, p.x.data(), g);
}

static void forward(const LeastSquares &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(leastSquares<double>, enzyme_width, bench::Lanes, enzyme_const, p.rows, enzyme_const,
                         int(p.x.size()), enzyme_const, p.a.data(), enzyme_const, p.b.data(), enzyme_dupv,
                         p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

/** Row by row, so that a row is read from memory once. */
static void hand(const LeastSquares &p, double *__restrict g) {
  int columns = int(p.x.size());
  clear(g, p.x.size());
  for (int i = 0; i < p.rows; i++) {
    const double *row = &p.a[i * columns];
    double residual = -p.b[i];
    for (int j = 0; j < columns; j++)
      residual += row[j] * p.x[j];
    for (int j = 0; j < columns; j++)
      g[j] += row[j] * residual;
  }
}

void measure(bench::Suite &suite) {
  struct Size {
    int rows, columns;
  };
  std::vector<Size> sizes{{1000, 100}, {2000, 500}};
  if (suite.quick)
    sizes = {{1, 1}, {7, 3}};
  for (Size s : sizes) {
    auto p = std::make_shared<const LeastSquares>(s.rows, s.columns);
    bench::Row &row = bench::gradient(suite, p);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { hand(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    addPeers(row, p);
  }
}

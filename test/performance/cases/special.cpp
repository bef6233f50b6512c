/* special.cpp - the gradient of the sum, and the derivative point by point. */
#include "special.h"
#include "request.h"

static void ours(const Special &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(weightedBessel<double>, enzyme_const, p.n, enzyme_const, p.weights.data(), enzyme_dup,
                          p.x.data(), g);
}

static void byPoint(const Special &p, double *g) {
  for (int i = 0; i < p.n; i++)
    g[i] = p.weights[i] * __enzyme_autodiff<double>(besselI0<double>, p.x[i]);
}

static void forward(const Special &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(weightedBessel<double>, enzyme_width, bench::Lanes, enzyme_const, p.n, enzyme_const,
                         p.weights.data(), enzyme_dupv, p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

void measure(bench::Suite &suite) {
  for (int n : suite.quick ? std::vector<int>{3, 20} : std::vector<int>{1000, 20000}) {
    auto p = std::make_shared<const Special>(n);
    bench::Row &row = bench::gradient(suite, p).scaling(n);
    row.ours([p](double *g) { ours(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    addPeers(row, p);

    bench::Row &single = suite.row(p->size() + " one by one", p->x.size());
    single.primal([p] { return p->value(p->x.data()); });
    single.differences([p](const double *x) { return p->value(x); }, p->x);
    single.ours([p](double *g) { byPoint(*p, g); });
  }
}

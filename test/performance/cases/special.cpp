/* special.cpp - the gradient of the sum, and the derivative point by point. */
#include "special.h"
#include "request.h"

static void ours(const Special &p, double *g) {
  clear(g, p.x.size());
  if (p.isStatic)
    __enzyme_autodiff<void>(weightedBessel<true, double>, enzyme_const, p.n, enzyme_const, p.weights.data(),
                            enzyme_dup, p.x.data(), g);
  else
    __enzyme_autodiff<void>(weightedBessel<false, double>, enzyme_const, p.n, enzyme_const, p.weights.data(),
                            enzyme_dup, p.x.data(), g);
}

static void byPoint(const Special &p, double *g) {
  for (int i = 0; i < p.n; i++)
    g[i] = p.weights[i] * __enzyme_autodiff<double>(besselI0<true, double>, p.x[i]);
}

/* The derivative by the same recurrence, beside the value. */
static double handBessel(double x) {
  double y = std::fabs(x);
  if (y < 2e-8)
    return 0;
  bool isNear = y <= 4.5;
  const ChebyshevSeries &series = isNear ? staticNear : staticFar;
  double at = isNear ? y : 1 / y, slope = 2 / (series.high - series.low);
  double t = (2 * at - series.low - series.high) / (series.high - series.low), d = 0, dd = 0, e = 0, ee = 0;
  for (int k = series.order; k >= 1; k--) {
    double nextE = 2 * t * e - ee + 2 * d, next = 2 * t * d - dd + series.coefficients[k];
    ee = e, e = nextE;
    dd = d, d = next;
  }
  double value = t * d - dd + 0.5 * series.coefficients[0], derivative = (d + t * e - ee) * slope;
  double result = isNear ? std::exp(y) * (value + derivative)
                         : std::exp(y) / std::sqrt(y) * (value * (1 - 0.5 / y) - derivative / (y * y));
  return x < 0 ? -result : result;
}

static void hand(const Special &p, double *g) {
  for (int i = 0; i < p.n; i++)
    g[i] = p.weights[i] * handBessel(p.x[i]);
}

static void forward(const Special &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(weightedBessel<true, double>, enzyme_width, bench::Lanes, enzyme_const, p.n, enzyme_const,
                         p.weights.data(), enzyme_dupv, p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

void measure(bench::Suite &suite) {
  for (int n : suite.quick ? std::vector<int>{3, 20} : std::vector<int>{1000, 20000}) {
    auto p = std::make_shared<const Special>(n);
    bench::Row &row = bench::gradient(suite, p).scaling(n);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { hand(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    addPeers(row, p);

    bench::Row &single = suite.row(p->size() + " one by one", p->x.size());
    single.primal([p] { return p->value(p->x.data()); });
    single.differences([p](const double *x) { return p->value(x); }, p->x);
    single.ours([p](double *g) { byPoint(*p, g); });
  }
  auto p = std::make_shared<const Special>(suite.quick ? 20 : 1000, /*isStatic=*/false);
  bench::Row &row = bench::gradient(suite, p);
  row.ours([p](double *g) { ours(*p, g); });
}

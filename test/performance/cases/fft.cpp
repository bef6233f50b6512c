/* fft.cpp - linear, so nothing need be kept: the adjoint is the transform backwards. */
#include "fft.h"
#include "request.h"

static void ours(const Fft &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(spectrum<double>, enzyme_const, p.n, enzyme_dup, p.x.data(), g, enzyme_const,
                          p.weights.data());
}

static void forward(const Fft &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(spectrum<double>, enzyme_width, bench::Lanes, enzyme_const, p.n, enzyme_dupv,
                         p.x.size() * sizeof(double), p.x.data(), v, enzyme_const, p.weights.data())
      .write(out);
}

/** The transform is symmetric: its transpose is itself, on the conjugate and back. */
static void hand(const Fft &p, double *g) {
  std::copy(p.x.begin(), p.x.end(), g);
  transform(p.n, g);
  for (long i = 0; i < p.n; i++) {
    g[2 * i] *= 2 * p.weights[i];
    g[2 * i + 1] *= -2 * p.weights[i];
  }
  transform(p.n, g);
  for (long i = 0; i < p.n; i++)
    g[2 * i + 1] = -g[2 * i + 1];
}

void measure(bench::Suite &suite) {
  std::vector<long> sizes{128, 1024, 8192, 131072};
  if (suite.quick)
    sizes = {1, 8};
  for (long n : sizes) {
    auto p = std::make_shared<const Fft>(n);
    bench::Row &row = bench::gradient(suite, p).scaling(double(n) * std::log2(double(n)));
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { hand(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    addPeers(row, p);
  }
}

/* fft.cpp - linear, so nothing need be kept: the adjoint is the transform backwards. */
#include "fft.h"
#include "lanes.h"
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

/** Linear: tangents are transformed as the signal is, all at once. */
static void forwardHand(const Fft &p, const double *v, double *out) {
  using bench::Tangent;
  std::vector<double> x = p.x;
  std::vector<Tangent> t = bench::sideBySide(v, p.x.size());
  transform(p.n, x.data());
  transform(p.n, t.data());
  Tangent sum{};
  for (long i = 0; i < p.n; i++)
    sum += 2 * p.weights[i] * (x[2 * i] * t[2 * i] + x[2 * i + 1] * t[2 * i + 1]);
  bench::write(sum, out);
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
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}

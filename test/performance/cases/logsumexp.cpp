/* logsumexp.cpp - the gradient is the softmax. */
#include "logsumexp.h"
#include "request.h"

static void ours(const LogSumExp &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(logSumExp<double>, enzyme_const, long(p.x.size()), enzyme_dup, p.x.data(), g);
}

static void forward(const LogSumExp &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(logSumExp<double>, enzyme_width, bench::Lanes, enzyme_const, long(p.x.size()), enzyme_dupv,
                         p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

static void hand(const LogSumExp &p, double *g) {
  std::size_t n = p.x.size();
  double largest = *std::max_element(p.x.begin(), p.x.end()), sum = 0;
  for (std::size_t i = 0; i < n; i++)
    sum += g[i] = std::exp(p.x[i] - largest);
  for (std::size_t i = 0; i < n; i++)
    g[i] /= sum;
}

void measure(bench::Suite &suite) {
  std::vector<long> sizes{640, 6400, 64000, 640000};
  if (suite.quick)
    sizes = {1, 50};
  for (long n : sizes) {
    auto p = std::make_shared<const LogSumExp>(n);
    bench::Row &row = bench::gradient(suite, p).scaling(double(n));
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { hand(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    addPeers(row, p);
  }
}

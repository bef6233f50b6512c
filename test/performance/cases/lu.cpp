/* lu.cpp - the adjoint of the factors becomes that of the matrix, in place. */
#include "lu.h"
#include "lanes.h"
#include "request.h"

static void ours(const Lu &p, double *g) {
  std::vector<double> a = p.x;
  std::copy(p.weights.begin(), p.weights.end(), g);
  __enzyme_autodiff<void>(factorise<double>, enzyme_const, p.n, enzyme_dup, a.data(), g);
}

static void forward(const Lu &p, const double *v, double *out) {
  std::size_t n = p.x.size();
  std::vector<double> a = p.x, tangents(v, v + n * bench::Lanes);
  __enzyme_fwddiff<void>(factorise<double>, enzyme_width, bench::Lanes, enzyme_const, p.n, enzyme_dupv,
                         n * sizeof(double), a.data(), tangents.data());
  bench::weigh(p.weights, tangents, out);
}

/** The factors are final when they are read: what the steps used is still there. */
static void hand(const Lu &p, double *__restrict g) {
  int n = p.n;
  std::vector<double> factors = p.x;
  double *__restrict a = factors.data();
  factorise(n, a);
  std::copy(p.weights.begin(), p.weights.end(), g);
  for (int k = n - 1; k >= 0; k--) {
    double pivot = 0;
    for (int i = n - 1; i > k; i--) {
      double factor = a[i * n + k], sum = g[i * n + k];
      for (int j = k + 1; j < n; j++) {
        sum -= g[i * n + j] * a[k * n + j];
        g[k * n + j] -= factor * g[i * n + j];
      }
      sum /= a[k * n + k];
      g[i * n + k] = sum;
      pivot -= sum * factor;
    }
    g[k * n + k] += pivot;
  }
}

static void forwardHand(const Lu &p, const double *v, double *out) {
  using bench::Tangent;
  int n = p.n;
  std::vector<double> factors = p.x;
  std::vector<Tangent> tangents = bench::sideBySide(v, p.x.size());
  double *__restrict a = factors.data();
  Tangent *__restrict t = tangents.data();
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      double factor = a[i * n + k] /= a[k * n + k];
      Tangent tfactor = t[i * n + k] = (t[i * n + k] - factor * t[k * n + k]) / a[k * n + k];
      for (int j = k + 1; j < n; j++) {
        t[i * n + j] -= tfactor * a[k * n + j] + factor * t[k * n + j];
        a[i * n + j] -= factor * a[k * n + j];
      }
    }
  Tangent sum{};
  for (int i = 0; i < n * n; i++)
    sum += p.weights[i] * t[i];
  bench::write(sum, out);
}

void measure(bench::Suite &suite) {
  std::vector<int> sizes{16, 50, 160, 320};
  if (suite.quick)
    sizes = {1, 6};
  for (int n : sizes) {
    auto p = std::make_shared<const Lu>(n);
    bench::Row &row = bench::gradient(suite, p).scaling(double(n) * n * n);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { hand(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}

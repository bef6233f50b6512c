/* spmv.cpp - gradient with respect to the vector and the matrix's numbers. */
#include "spmv.h"
#include "lanes.h"
#include "request.h"

static void ours(const Spmv &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(powerOf<double>, enzyme_const, p.n, enzyme_const, p.times, enzyme_const, p.begin.data(),
                          enzyme_const, p.column.data(), enzyme_dup, p.x.data() + p.n, g + p.n, enzyme_dup,
                          p.x.data(), g);
}

static void forward(const Spmv &p, const double *v, double *out) {
  std::size_t stride = p.x.size() * sizeof(double);
  __enzyme_fwddiff<Jets>(powerOf<double>, enzyme_width, bench::Lanes, enzyme_const, p.n, enzyme_const, p.times,
                         enzyme_const, p.begin.data(), enzyme_const, p.column.data(), enzyme_dupv, stride,
                         p.x.data() + p.n, v + p.n, enzyme_dupv, stride, p.x.data(), v)
      .write(out);
}

/** By hand: all vectors are kept; matrix and adjoint in one pass. */
static void hand(const Spmv &p, double *g) {
  clear(g, p.x.size());
  int n = p.n;
  const double *value = p.x.data() + n;
  double *dvalue = g + n;
  std::vector<double> states(std::size_t(p.times + 1) * n);
  std::copy(p.x.begin(), p.x.begin() + n, states.begin());
  for (int s = 0; s < p.times; s++)
    sparseTimes(n, p.begin.data(), p.column.data(), value, &states[s * n], &states[(s + 1) * n]);
  std::vector<double> after(n), before(n);
  for (int i = 0; i < n; i++)
    after[i] = 2 * states[p.times * n + i];
  for (int s = p.times - 1; s >= 0; s--) {
    const double *x = &states[s * n];
    std::fill(before.begin(), before.end(), 0.0);
    for (int i = 0; i < n; i++)
      for (int at = p.begin[i]; at < p.begin[i + 1]; at++) {
        int c = p.column[at];
        dvalue[at] += after[i] * x[c];
        before[c] += after[i] * value[at];
      }
    std::swap(before, after);
  }
  std::copy(after.begin(), after.end(), g);
}

static void forwardHand(const Spmv &p, const double *v, double *out) {
  using bench::Tangent;
  int n = p.n;
  std::vector<Tangent> directions = bench::sideBySide(v, p.x.size());
  std::vector<double> x(p.x.begin(), p.x.begin() + n), y(n);
  std::vector<Tangent> tx(directions.begin(), directions.begin() + n), ty(n);
  const double *value = p.x.data() + n;
  const Tangent *tvalue = directions.data() + n;
  for (int s = 0; s < p.times; s++) {
    for (int i = 0; i < n; i++) {
      double sum = 0;
      Tangent tsum{};
      for (int at = p.begin[i]; at < p.begin[i + 1]; at++) {
        int c = p.column[at];
        sum += value[at] * x[c];
        tsum += tvalue[at] * x[c] + value[at] * tx[c];
      }
      y[i] = sum;
      ty[i] = tsum;
    }
    std::swap(x, y);
    std::swap(tx, ty);
  }
  Tangent sum{};
  for (int i = 0; i < n; i++)
    sum += 2 * x[i] * tx[i];
  bench::write(sum, out);
}

void measure(bench::Suite &suite) {
  std::vector<int> sizes{100, 1000, 10000, 100000};
  if (suite.quick)
    sizes = {3, 20};
  for (int n : sizes) {
    auto p = std::make_shared<const Spmv>(n);
    bench::Row &row = bench::gradient(suite, p).scaling(n);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { hand(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}

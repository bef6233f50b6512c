/* multipole.cpp - gradient of a sum of looked up cross sections with respect to all poles. */
#include "multipole.h"
#include "lanes.h"
#include "request.h"

static void ours(const Multipole &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(allLookups<double>, enzyme_const, &p, enzyme_dup, p.x.data(), g);
}

static void forward(const Multipole &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(allLookups<double>, enzyme_width, bench::Lanes, enzyme_const, &p, enzyme_dupv,
                         p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

static void forwardHand(const Multipole &p, const double *v, double *out) {
  bench::write(p.value(bench::duals(p.x, v).data()).tangent, out);
}

void measure(bench::Suite &suite) {
  struct Size {
    int nuclides, poles, lookups;
  };
  std::vector<Size> sizes{{30, 100, 200}, {68, 1000, 2000}};
  if (suite.quick)
    sizes = {{1, 2, 1}, {3, 20, 10}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Multipole>(s.nuclides, s.poles, s.lookups);
    bench::Row &row = bench::gradient(suite, p);
    row.ours([p](double *g) { ours(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}

/* docking.cpp - gradient of the weighted sum of energies with respect to the poses. */
#include "docking.h"
#include "lanes.h"
#include "request.h"

static void ours(const Docking &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(weighted<double>, enzyme_const, &p, enzyme_dup, p.x.data(), g);
}

static void forward(const Docking &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(weighted<double>, enzyme_width, bench::Lanes, enzyme_const, &p, enzyme_dupv,
                         p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

static void forwardHand(const Docking &p, const double *v, double *out) {
  bench::write(p.value(bench::duals(p.x, v).data()).tangent, out);
}

void measure(bench::Suite &suite) {
  struct Size {
    int poses, ligands, proteins;
  };
  std::vector<Size> sizes{{32, 24, 500}, {256, 26, 1000}};
  if (suite.quick)
    sizes = {{16, 2, 3}, {32, 4, 20}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Docking>(s.poses, s.ligands, s.proteins);
    bench::Row &row = bench::gradient(suite, p).scaling(double(s.poses) * s.ligands * s.proteins);
    row.ours([p](double *g) { ours(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}

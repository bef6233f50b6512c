/* hydro.cpp - gradient of the kinetic energy with respect to the first energies. */
#include "hydro.h"
#include "lanes.h"
#include "request.h"

static void ours(const Hydro &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(blast<double>, enzyme_const, &p.mesh, enzyme_const, p.steps, enzyme_const,
                          0.05 / p.mesh.side, enzyme_dup, p.x.data(), g);
}

static void forward(const Hydro &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(blast<double>, enzyme_width, bench::Lanes, enzyme_const, &p.mesh, enzyme_const, p.steps,
                         enzyme_const, 0.05 / p.mesh.side, enzyme_dupv, p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

static void forwardHand(const Hydro &p, const double *v, double *out) {
  bench::write(p.value(bench::duals(p.x, v).data()).tangent, out);
}

void measure(bench::Suite &suite) {
  struct Size {
    int side, steps;
  };
  std::vector<Size> sizes{{10, 30}, {30, 30}, {95, 30}};
  if (suite.quick)
    sizes = {{1, 1}, {4, 3}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Hydro>(s.side, s.steps);
    bench::Row &row = bench::gradient(suite, p).scaling(s.side * s.side);
    row.ours([p](double *g) { ours(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}

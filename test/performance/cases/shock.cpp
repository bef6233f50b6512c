/* shock.cpp - gradient of the kinetic energy with respect to the first energies. */
#include "shock.h"
#include "lanes.h"
#include "request.h"

static void ours(const Shock &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(shock<double>, enzyme_const, &p.mesh, enzyme_const, p.steps, enzyme_const,
                          0.02 / p.mesh.side, enzyme_dup, p.x.data(), g);
}

static void forward(const Shock &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(shock<double>, enzyme_width, bench::Lanes, enzyme_const, &p.mesh, enzyme_const, p.steps,
                         enzyme_const, 0.02 / p.mesh.side, enzyme_dupv, p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

static void forwardHand(const Shock &p, const double *v, double *out) {
  bench::write(p.value(bench::duals(p.x, v).data()).tangent, out);
}

void measure(bench::Suite &suite) {
  struct Size {
    int side, steps;
  };
  std::vector<Size> sizes{{6, 30}, {20, 30}};
  if (suite.quick)
    sizes = {{1, 1}, {3, 3}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Shock>(s.side, s.steps);
    bench::Row &row = bench::gradient(suite, p).scaling(p->mesh.elements());
    row.ours([p](double *g) { ours(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}

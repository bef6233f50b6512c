/* kalman.cpp - gradient of the likelihood with respect to the model. */
#include "kalman.h"
#include "lanes.h"
#include "request.h"

static void ours(const Kalman &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(negativeLogLikelihood<double>, enzyme_const, &p.data, enzyme_dup, p.x.data(), g);
}

static void forward(const Kalman &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(negativeLogLikelihood<double>, enzyme_width, bench::Lanes, enzyme_const, &p.data,
                         enzyme_dupv, p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

template <> struct Eigen::NumTraits<bench::Dual> : Eigen::NumTraits<double> {
  using Real = bench::Dual;
  using NonInteger = bench::Dual;
  using Nested = bench::Dual;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1, ReadCost = 9, AddCost = 9, MulCost = 20 };
};

static void forwardHand(const Kalman &p, const double *v, double *out) {
  bench::write(p.value(bench::duals(p.x, v).data()).tangent, out);
}

void measure(bench::Suite &suite) {
  struct Size {
    int states, outputs, steps;
  };
  std::vector<Size> sizes{{4, 2, 200}, {12, 6, 200}};
  if (suite.quick)
    sizes = {{1, 1, 1}, {3, 2, 5}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Kalman>(s.states, s.outputs, s.steps);
    bench::Row &row = bench::gradient(suite, p);
    row.ours([p](double *g) { ours(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
  }
}

/* nbody.cpp - the transposed Jacobian of the accelerations, times weights. */
#include "nbody.h"
#include "lanes.h"
#include "request.h"

static void ours(const Nbody &p, double *g) {
  clear(g, p.x.size());
  std::vector<double> a(p.x.size()), seeds = p.weights;
  __enzyme_autodiff<void>(accelerations<double>, enzyme_const, p.n, enzyme_dup, p.x.data(), g, enzyme_const,
                          p.mass.data(), enzyme_dupnoneed, a.data(), seeds.data());
}

static void forward(const Nbody &p, const double *v, double *out) {
  std::size_t n = p.x.size();
  std::vector<double> a(n), tangents(n * bench::Lanes);
  __enzyme_fwddiff<void>(accelerations<double>, enzyme_width, bench::Lanes, enzyme_const, p.n, enzyme_dupv,
                         n * sizeof(double), p.x.data(), v, enzyme_const, p.mass.data(), enzyme_dupv,
                         n * sizeof(double), a.data(), tangents.data());
  bench::weigh(p.weights, tangents, out);
}

static void hand(const Nbody &p, double *g) {
  clear(g, p.x.size());
  const double *x = p.x.data(), *w = p.weights.data(), *mass = p.mass.data();
  for (int i = 0; i < p.n; i++) {
    double gx = 0, gy = 0, gz = 0;
    for (int j = 0; j < i; j++) {
      double dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1], dz = x[3 * i + 2] - x[3 * j + 2];
      double square = dx * dx + dy * dy + dz * dz + 1e-3;
      double inverse = 1 / (square * std::sqrt(square));
      double sx = mass[i] * w[3 * j] - mass[j] * w[3 * i];
      double sy = mass[i] * w[3 * j + 1] - mass[j] * w[3 * i + 1];
      double sz = mass[i] * w[3 * j + 2] - mass[j] * w[3 * i + 2];
      double outward = -3 * inverse / square * (sx * dx + sy * dy + sz * dz);
      double px = inverse * sx + outward * dx, py = inverse * sy + outward * dy, pz = inverse * sz + outward * dz;
      gx += px;
      gy += py;
      gz += pz;
      g[3 * j] -= px;
      g[3 * j + 1] -= py;
      g[3 * j + 2] -= pz;
    }
    g[3 * i] += gx;
    g[3 * i + 1] += gy;
    g[3 * i + 2] += gz;
  }
}

static void forwardHand(const Nbody &p, const double *v, double *out) {
  using bench::Tangent;
  const double *x = p.x.data(), *w = p.weights.data(), *mass = p.mass.data();
  std::vector<Tangent> directions = bench::sideBySide(v, p.x.size()), ta(p.x.size());
  std::vector<double> a(p.x.size());
  const Tangent *t = directions.data();
  for (int i = 0; i < p.n; i++)
    for (int j = 0; j < i; j++) {
      double d[3], square = 1e-3;
      Tangent td[3], tsquare{};
      for (int axis = 0; axis < 3; axis++) {
        d[axis] = x[3 * i + axis] - x[3 * j + axis];
        td[axis] = t[3 * i + axis] - t[3 * j + axis];
        square += d[axis] * d[axis];
        tsquare += 2 * d[axis] * td[axis];
      }
      double inverse = 1 / (square * std::sqrt(square));
      Tangent tinverse = -1.5 * inverse / square * tsquare;
      for (int axis = 0; axis < 3; axis++) {
        double force = inverse * d[axis];
        Tangent tforce = tinverse * d[axis] + inverse * td[axis];
        a[3 * i + axis] -= mass[j] * force;
        a[3 * j + axis] += mass[i] * force;
        ta[3 * i + axis] -= mass[j] * tforce;
        ta[3 * j + axis] += mass[i] * tforce;
      }
    }
  Tangent sum{};
  for (int i = 0; i < 3 * p.n; i++)
    sum += w[i] * ta[i];
  bench::write(sum, out);
}

void measure(bench::Suite &suite) {
  std::vector<int> sizes{30, 95, 300, 950};
  if (suite.quick)
    sizes = {1, 7};
  for (int n : sizes) {
    auto p = std::make_shared<const Nbody>(n);
    bench::Row &row = bench::gradient(suite, p).scaling(double(n) * n);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { hand(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}

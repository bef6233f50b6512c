/* norm.cpp - must be O(n), as the optimised primal is. */
#include "norm.h"
#include "lanes.h"
#include "request.h"

/** What a program that asks more than once keeps between two calls. Only the gradient is wanted, as by hand: the
 *  normalised vector itself is not. */
struct Room {
  std::vector<double> out, seeds;
};

static void ours(const Norm &p, Room &room, double *g) {
  auto &[out, seeds] = room;
  out.resize(p.x.size());
  seeds = p.weights;
  clear(g, p.x.size());
  __enzyme_autodiff<void>(normalise<double>, enzyme_const, int(p.x.size()), enzyme_dup, p.x.data(), g, enzyme_dupnoneed,
                          out.data(), seeds.data());
}

static void forward(const Norm &p, const double *v, double *out) {
  std::size_t n = p.x.size();
  std::vector<double> y(n), tangents(n * bench::Lanes);
  __enzyme_fwddiff<void>(normalise<double>, enzyme_width, bench::Lanes, enzyme_const, int(n), enzyme_dupv,
                         n * sizeof(double), p.x.data(), v, enzyme_dupv, n * sizeof(double), y.data(),
                         tangents.data());
  bench::weigh(p.weights, tangents, out);
}

static void hand(const Norm &p, double *g) {
  std::size_t n = p.x.size();
  double inverse = 1 / magnitude(int(n), p.x.data()), along = 0;
  for (std::size_t i = 0; i < n; i++)
    along += p.weights[i] * p.x[i];
  along *= inverse * inverse;
  for (std::size_t i = 0; i < n; i++)
    g[i] = inverse * (p.weights[i] - along * p.x[i]);
}

static void forwardHand(const Norm &p, const double *v, double *out) {
  std::size_t n = p.x.size();
  double inverse = 1 / magnitude(int(n), p.x.data()), along[bench::Lanes] = {}, sums[bench::Lanes] = {};
  for (std::size_t i = 0; i < n; i++)
    for (int lane = 0; lane < bench::Lanes; lane++)
      along[lane] += p.x[i] * v[lane * n + i];
  for (std::size_t i = 0; i < n; i++)
    for (int lane = 0; lane < bench::Lanes; lane++)
      sums[lane] += p.weights[i] * (v[lane * n + i] - along[lane] * inverse * inverse * p.x[i]);
  for (int lane = 0; lane < bench::Lanes; lane++)
    out[lane] = inverse * sums[lane];
}

void measure(bench::Suite &suite) {
  std::vector<int> sizes{128, 1280, 12800, 128000};
  if (suite.quick)
    sizes = {2, 9};
  for (int n : sizes) {
    auto p = std::make_shared<const Norm>(n);
    bench::Row &row = bench::gradient(suite, p).scaling(n);
    row.ours([p, room = std::make_shared<Room>()](double *g) { ours(*p, *room, g); });
    row.hand([p](double *g) { hand(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    if (n <= 1280) // the peers run the loop as it is written
      addPeers(row, p);
  }
}

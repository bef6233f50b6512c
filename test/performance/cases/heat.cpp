/* heat.cpp - gradient with respect to the first state and the conductivity. */
#include "heat.h"
#include "lanes.h"
#include "request.h"

static void withSnapshots(const Heat &p, double *g) {
  int cells = p.n * p.n;
  __enzyme_autodiff<void>(heatWithSnapshots<double>, enzyme_const, p.n, enzyme_const, p.steps, enzyme_const,
                          p.snapshots, enzyme_dup, p.x.data(), g, enzyme_dup, p.x.data() + cells, g + cells,
                          enzyme_const, p.target.data());
}

static void ours(const Heat &p, double *g) {
  clear(g, p.x.size());
  if (p.snapshots)
    return withSnapshots(p, g);
  int cells = p.n * p.n;
  __enzyme_autodiff<void>(heat<double>, enzyme_const, p.n, enzyme_const, p.steps, enzyme_dup, p.x.data(), g,
                          enzyme_dup, p.x.data() + cells, g + cells, enzyme_const, p.target.data());
}

static void forward(const Heat &p, const double *v, double *out) {
  int cells = p.n * p.n;
  std::size_t stride = p.x.size() * sizeof(double);
  __enzyme_fwddiff<Jets>(heat<double>, enzyme_width, bench::Lanes, enzyme_const, p.n, enzyme_const, p.steps,
                         enzyme_dupv, stride, p.x.data(), v, enzyme_dupv, stride, p.x.data() + cells, v + cells,
                         enzyme_const, p.target.data())
      .write(out);
}

/** Transposed step: reads the adjoint of the new state, gathers that of the old. */
static void pullStep(int n, const double *__restrict c, const double *__restrict u, const double *__restrict after,
                     double *__restrict before, double *__restrict dc, double *__restrict flow) {
  // flow: c times the adjoint, zero at the rim
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      int at = i * n + j;
      flow[at] = c[at] * after[at];
      dc[at] += after[at] * (u[at - n] + u[at + n] + u[at - 1] + u[at + 1] - 4 * u[at]);
    }
  for (int j = 0; j < n; j++) {
    before[j] += j > 0 && j < n - 1 ? flow[j + n] : 0;
    before[(n - 1) * n + j] += j > 0 && j < n - 1 ? flow[(n - 2) * n + j] : 0;
  }
  for (int i = 1; i < n - 1; i++) {
    before[i * n] += flow[i * n + 1];
    before[i * n + n - 1] += flow[i * n + n - 2];
    for (int j = 1; j < n - 1; j++) {
      int at = i * n + j;
      before[at] = after[at] + flow[at - n] + flow[at + n] + flow[at - 1] + flow[at + 1] - 4 * flow[at];
    }
  }
}

/** All states are kept, in memory that the next gradient uses again. */
static void hand(const Heat &p, std::vector<double> &states, double *g) {
  int n = p.n, cells = n * n;
  const double *c = p.x.data() + cells;
  states.resize(std::size_t(p.steps + 1) * cells);
  std::copy(p.x.begin(), p.x.begin() + cells, states.begin());
  for (int s = 0; s < p.steps; s++) {
    double *u = &states[std::size_t(s) * cells], *next = u + cells;
    heatStep(n, c, u, next);
    for (int j = 0; j < n; j++) {
      next[j] = u[j];
      next[(n - 1) * n + j] = u[(n - 1) * n + j];
      next[j * n] = u[j * n];
      next[j * n + n - 1] = u[j * n + n - 1];
    }
  }
  std::vector<double> other(cells), flow(cells);
  double *dc = g + cells, *last = &states[std::size_t(p.steps) * cells];
  clear(g, 2 * cells);
  std::vector<double> first(cells);
  double *after = first.data(), *before = other.data();
  for (int i = 0; i < cells; i++)
    after[i] = 2 * (last[i] - p.target[i]);
  for (int s = p.steps - 1; s >= 0; s--) {
    for (int j = 0; j < n; j++) { // the rim stays
      before[j] = after[j];
      before[(n - 1) * n + j] = after[(n - 1) * n + j];
      before[j * n] = after[j * n];
      before[j * n + n - 1] = after[j * n + n - 1];
    }
    pullStep(n, c, &states[std::size_t(s) * cells], after, before, dc, flow.data());
    std::swap(after, before);
  }
  std::copy(after, after + cells, g);
}

using bench::Tangent;

/** A step and its tangents: `t` of the state, `tc` of the conductivity. */
static void pushStep(int n, const double *__restrict c, const Tangent *__restrict tc, const double *__restrict u,
                     const Tangent *__restrict t, double *__restrict next, Tangent *__restrict tnext) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      int at = i * n + j;
      double flow = u[at - n] + u[at + n] + u[at - 1] + u[at + 1] - 4 * u[at];
      next[at] = u[at] + c[at] * flow;
      tnext[at] = t[at] + c[at] * (t[at - n] + t[at + n] + t[at - 1] + t[at + 1] - 4 * t[at]) + tc[at] * flow;
    }
}

static void forwardHand(const Heat &p, const double *v, double *out) {
  int n = p.n, cells = n * n;
  std::vector<Tangent> directions = bench::sideBySide(v, p.x.size());
  std::vector<Tangent> t(directions.begin(), directions.begin() + cells), tnext = t;
  std::vector<double> u(p.x.begin(), p.x.begin() + cells), next = u;
  for (int s = 0; s < p.steps; s++) {
    pushStep(n, p.x.data() + cells, directions.data() + cells, u.data(), t.data(), next.data(), tnext.data());
    std::swap(u, next);
    std::swap(t, tnext);
  }
  Tangent sum{};
  for (int i = 0; i < cells; i++)
    sum += 2 * (u[i] - p.target[i]) * t[i];
  bench::write(sum, out);
}

void measure(bench::Suite &suite) {
  struct Size {
    int n, steps, snapshots;
  };
  std::vector<Size> sizes{{64, 10, 0}, {64, 100, 0}, {64, 1000, 0}, {64, 1000, 10}, {64, 1000, 50}, {100, 1000, 0}};
  if (suite.quick)
    sizes = {{5, 1, 0}, {6, 4, 0}, {6, 9, 2}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Heat>(s.n, s.steps, s.snapshots);
    bench::Row &row = bench::gradient(suite, p);
    if (s.n == 64 && !s.snapshots)
      row.scaling(s.steps);
    row.ours([p](double *g) { ours(*p, g); });
    if (s.snapshots)
      continue;
    row.hand([p, states = std::make_shared<std::vector<double>>()](double *g) { hand(*p, *states, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}

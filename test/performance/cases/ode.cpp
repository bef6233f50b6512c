/* ode.cpp - the gradient with respect to the first state. */
#include "ode.h"
#include "lanes.h"
#include "request.h"

static void ours(const Ode &p, double *g) {
  clear(g, p.x.size());
  __enzyme_autodiff<void>(integrate<double>, enzyme_const, int(p.x.size()), enzyme_const, p.steps, enzyme_const, p.h,
                          enzyme_dup, p.x.data(), g);
}

static void forward(const Ode &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(integrate<double>, enzyme_width, bench::Lanes, enzyme_const, int(p.x.size()), enzyme_const,
                         p.steps, enzyme_const, p.h, enzyme_dupv, p.x.size() * sizeof(double), p.x.data(), v)
      .write(out);
}

namespace {

/** By hand: every step's first state is kept, its stages are computed again. */
class ByHand {
public:
  ByHand(const Ode &p, double *g) : p(p), n(int(p.x.size())), g(g), at2(n), at3(n), at4(n), k(n), sum(n), d(n), old(n) {}

  void run() {
    std::vector<double> states(std::size_t(p.steps + 1) * n);
    std::copy(p.x.begin(), p.x.end(), states.begin());
    Stages<double> stages(n);
    for (int s = 0; s < p.steps; s++) {
      double *x = &states[std::size_t(s) * n];
      std::copy(x, x + n, x + n);
      rungeKutta(n, p.h, x + n, stages);
    }
    std::copy(states.end() - n, states.end(), g);
    for (int s = p.steps - 1; s >= 0; s--)
      pullStep(&states[std::size_t(s) * n]);
  }

private:
  /** d += Jᵀ seed, J the ring's Jacobian at x. */
  static void pullRing(int n, const double *__restrict x, const double *__restrict seed, double *__restrict d) {
    auto term = [n, x, seed, d](int i) {
      auto wrap = [n](int j) { return j < 0 ? j + n : j >= n ? j - n : j; };
      d[i] += x[wrap(i - 2)] * seed[wrap(i - 1)] - x[wrap(i + 1)] * seed[wrap(i + 2)] +
              (x[wrap(i + 2)] - x[wrap(i - 1)]) * seed[wrap(i + 1)] - seed[i];
    };
    term(0);
    term(1);
    for (int i = 2; i < n - 2; i++)
      d[i] += x[i - 2] * seed[i - 1] - x[i + 1] * seed[i + 2] + (x[i + 2] - x[i - 1]) * seed[i + 1] - seed[i];
    term(n - 2);
    term(n - 1);
  }

  void pullStep(const double *x) {
    const double h = p.h;
    stage(x, x, at2, 0.5 * h);
    stage(at2.data(), x, at3, 0.5 * h);
    stage(at3.data(), x, at4, h);
    std::copy(g, g + n, old.begin());
    // adjoints of the slopes k4 … k1; d is that of the place where each was taken
    seedAndPull(at4, h / 6, 0);
    seedAndPull(at3, h / 3, h);
    seedAndPull(at2, h / 3, 0.5 * h);
    for (int i = 0; i < n; i++)
      k[i] = h / 6 * old[i] + 0.5 * h * d[i];
    pullRing(n, x, k.data(), g);
  }

  void seedAndPull(const std::vector<double> &at, double weight, double step) {
    for (int i = 0; i < n; i++) {
      k[i] = weight * old[i] + (step != 0 ? step * d[i] : 0);
      d[i] = 0;
    }
    pullRing(n, at.data(), k.data(), d.data());
    for (int i = 0; i < n; i++)
      g[i] += d[i];
  }

  void stage(const double *from, const double *x, std::vector<double> &to, double step) {
    ring(n, from, k.data());
    for (int i = 0; i < n; i++)
      to[i] = x[i] + step * k[i];
  }

  const Ode &p;
  int n;
  double *g;
  std::vector<double> at2, at3, at4, k, sum, d, old;
};

} // namespace

using bench::Tangent;

namespace {

/** By hand: each loop with its tangents, side by side. */
class ForwardHand {
public:
  ForwardHand(const Ode &p, const double *v)
      : p(p), n(int(p.x.size())), x(p.x), tx(bench::sideBySide(v, p.x.size())), stages(n), t(n) {}

  Tangent run() {
    for (int s = 0; s < p.steps; s++)
      step();
    Tangent sum{};
    for (int i = 0; i < n; i++)
      sum += x[i] * tx[i];
    return sum;
  }

private:
  static void pushRing(int n, const double *__restrict x, const Tangent *__restrict t, double *__restrict k,
                       Tangent *__restrict tk) {
    auto term = [=](int after, int before2, int before, int i) {
      k[i] = (x[after] - x[before2]) * x[before] - x[i] + 8.0;
      tk[i] = (t[after] - t[before2]) * x[before] + (x[after] - x[before2]) * t[before] - t[i];
    };
    term(1, n - 2, n - 1, 0);
    term(2, n - 1, 0, 1);
    for (int i = 2; i < n - 1; i++)
      term(i + 1, i - 2, i - 1, i);
    term(0, n - 3, n - 2, n - 1);
  }

  void stage(const std::vector<double> &k, const std::vector<Tangent> &tk, double h) {
    for (int i = 0; i < n; i++) {
      stages.at[i] = x[i] + h * k[i];
      t.at[i] = tx[i] + h * tk[i];
    }
  }

  void step() {
    const double h = p.h;
    pushRing(n, x.data(), tx.data(), stages.k1.data(), t.k1.data());
    stage(stages.k1, t.k1, 0.5 * h);
    pushRing(n, stages.at.data(), t.at.data(), stages.k2.data(), t.k2.data());
    stage(stages.k2, t.k2, 0.5 * h);
    pushRing(n, stages.at.data(), t.at.data(), stages.k3.data(), t.k3.data());
    stage(stages.k3, t.k3, h);
    pushRing(n, stages.at.data(), t.at.data(), stages.k4.data(), t.k4.data());
    for (int i = 0; i < n; i++) {
      x[i] += h / 6 * (stages.k1[i] + 2.0 * stages.k2[i] + 2.0 * stages.k3[i] + stages.k4[i]);
      tx[i] += h / 6 * (t.k1[i] + 2.0 * t.k2[i] + 2.0 * t.k3[i] + t.k4[i]);
    }
  }

  const Ode &p;
  int n;
  std::vector<double> x;
  std::vector<Tangent> tx;
  Stages<double> stages;
  Stages<Tangent> t;
};

} // namespace

static void forwardHand(const Ode &p, const double *v, double *out) { bench::write(ForwardHand(p, v).run(), out); }

void measure(bench::Suite &suite) {
  struct Size {
    int n, steps;
  };
  std::vector<Size> sizes{{10, 100}, {100, 100}, {1000, 100}, {10000, 100}};
  if (suite.quick)
    sizes = {{5, 2}, {12, 3}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Ode>(s.n, s.steps);
    bench::Row &row = bench::gradient(suite, p).scaling(s.n);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { ByHand(*p, g).run(); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}

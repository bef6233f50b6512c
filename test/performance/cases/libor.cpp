/* libor.cpp - all Greeks by one reverse sweep, and by one forward sweep with a lane a rate. */
#include "libor.h"
#include "request.h"

static void ours(const Libor &p, double *g) {
  clear(g, Rates);
  __enzyme_autodiff<void>(portfolio<double>, enzyme_const, p.paths, enzyme_const, p.market.volatility.data(),
                          enzyme_const, p.market.normal.data(), enzyme_const, p.market.maturity.data(), enzyme_const,
                          p.market.strike.data(), enzyme_dup, p.x.data(), g);
}

template <int Width> struct Greeks {
  double lane[Width];
};

template <int Width> static void lanes(const Libor &p, const double *directions, double *out) {
  auto greeks = __enzyme_fwddiff<Greeks<Width>>(
      portfolio<double>, enzyme_width, Width, enzyme_const, p.paths, enzyme_const, p.market.volatility.data(),
      enzyme_const, p.market.normal.data(), enzyme_const, p.market.maturity.data(), enzyme_const,
      p.market.strike.data(), enzyme_dupv, Rates * sizeof(double), p.x.data(), directions);
  std::copy(greeks.lane, greeks.lane + Width, out);
}

static void laneForEachRate(const Libor &p, double *g) {
  std::vector<double> unit(Rates * Rates);
  for (int i = 0; i < Rates; i++)
    unit[i * Rates + i] = 1;
  lanes<Rates>(p, unit.data(), g);
}

namespace {

/** By hand, path by path: the rates before each step and the drifts are kept. */
class ByHand {
public:
  ByHand(const Libor &p, double *g) : m(p.market), paths(p.paths), today(p.x.data()), g(g), factor(Maturity * Rates) {}

  void run() {
    double total[Rates] = {};
    for (int path = 0; path < paths; path++) {
      push(&m.normal[path * Maturity]);
      seed();
      pull();
      for (int i = 0; i < Rates; i++)
        total[i] += d[i];
    }
    for (int i = 0; i < Rates; i++)
      g[i] = total[i] / paths;
  }

private:
  void push(const double *normal) {
    std::copy(today, today + Rates, rate);
    for (int n = 0; n < Maturity; n++) {
      double shock = std::sqrt(Accrual) * normal[n], drift = 0;
      double *f = &factor[n * Rates];
      std::copy(rate, rate + Rates, before[n]);
      for (int i = n + 1; i < Rates; i++) {
        double lambda = m.volatility[i - n - 1], scaled = Accrual * lambda;
        drift += scaled * rate[i] / (1 + Accrual * rate[i]);
        f[i] = std::exp(scaled * drift + lambda * (shock - 0.5 * scaled));
        rate[i] *= f[i];
      }
    }
  }

  /** d = gradient of the payoff at the last rates. */
  void seed() {
    double bond[Rates - Maturity], annuity[Rates - Maturity], b = 1, s = 0;
    for (int n = Maturity; n < Rates; n++) {
      b /= 1 + Accrual * rate[n];
      s += Accrual * b;
      bond[n - Maturity] = b;
      annuity[n - Maturity] = s;
    }
    double dbond[Rates - Maturity] = {}, dannuity[Rates - Maturity] = {}, value = 0, discount = 1;
    for (int n = 0; n < Maturity; n++)
      discount /= 1 + Accrual * rate[n];
    for (int i = 0; i < Swaptions; i++) {
      int at = m.maturity[i] - 1;
      double swap = bond[at] + m.strike[i] * annuity[at] - 1;
      if (swap < 0) {
        value -= 100 * swap;
        dbond[at] -= 100 * discount;
        dannuity[at] -= 100 * discount * m.strike[i];
      }
    }
    for (int n = 0; n < Maturity; n++)
      d[n] = -value * discount * Accrual / (1 + Accrual * rate[n]);
    double db = 0, ds = 0;
    for (int n = Rates - 1; n >= Maturity; n--) {
      ds += dannuity[n - Maturity];
      db += dbond[n - Maturity] + Accrual * ds;
      double slope = 1 / (1 + Accrual * rate[n]);
      d[n] = -db * bond[n - Maturity] * slope * Accrual;
      db *= slope;
    }
  }

  void pull() {
    for (int n = Maturity - 1; n >= 0; n--) {
      const double *f = &factor[n * Rates], *r = before[n];
      double ddrift = 0;
      for (int i = Rates - 1; i > n; i--) {
        double scaled = Accrual * m.volatility[i - n - 1], inverse = 1 / (1 + Accrual * r[i]);
        ddrift += d[i] * r[i] * f[i] * scaled;
        d[i] = d[i] * f[i] + ddrift * scaled * inverse * inverse;
      }
    }
  }

  const Market &m;
  int paths;
  const double *today;
  double *g;
  std::vector<double> factor;
  double before[Maturity][Rates], rate[Rates], d[Rates];
};

} // namespace

void measure(bench::Suite &suite) {
  for (int paths : suite.quick ? std::vector<int>{3} : std::vector<int>{1000}) {
    auto p = std::make_shared<const Libor>(paths);
    bench::Row &row = bench::gradient(suite, p);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { ByHand(*p, g).run(); });
    row.forward([p, v = row.direction(0)](double *out) { lanes<bench::Lanes>(*p, v, out); });
    addPeers(row, p);
    bench::Row &wide = suite.row(p->size() + " by 80 lanes", Rates);
    wide.jacobian();
    wide.primal([p] { return p->value(p->x.data()); });
    wide.ours([p](double *g) { laneForEachRate(*p, g); });
    wide.reference([p](double *g) { ByHand(*p, g).run(); });
  }
}

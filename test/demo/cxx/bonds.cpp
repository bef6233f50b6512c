// bonds.cpp - value of a portfolio on std::vector, virtual functions and exceptions.
//
// A yield curve (zero rates at given times, linear between) discounts the cash
// flows of instruments behind a common base class. Reading the curve beyond its
// end throws std::out_of_range inside the differentiated function, a senseless
// volatility throws std::domain_error; both are caught by the caller of the
// derivative. Variables: the rates and the volatility.
#include "measure.h"
#include "words.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

class Curve {
public:
  Curve(std::vector<double> times, std::vector<double> rates)
      : times(std::move(times)), rates(std::move(rates)) {}

  double rate(double t) const {
    if (t > times.back())
      throw std::out_of_range("the curve ends before the cash flow");
    std::size_t i = 1;
    while (times[i] < t)
      i++;
    const double part = (t - times[i - 1]) / (times[i] - times[i - 1]);
    return rates[i - 1] + part * (rates[i] - rates[i - 1]);
  }
  double end() const { return times.back(); }
  double lastRate() const { return rates.back(); }
  double discount(double t) const { return std::exp(-rate(t) * t); }

private:
  std::vector<double> times, rates;
};

struct Market {
  Curve curve;
  double volatility;
};

struct Flow {
  double time, amount;
};

class Instrument {
public:
  virtual ~Instrument() = default;
  virtual double value(const Market &market) const = 0;

protected:
  static double present(const std::vector<Flow> &flows, const Curve &curve) {
    double sum = 0;
    for (const Flow &flow : flows)
      sum += flow.amount * curve.discount(flow.time);
    return sum;
  }
};

// Coupons twice a year and the face value at the end.
class Bond : public Instrument {
public:
  Bond(double coupon, double maturity) {
    for (double t = 0.5; t < maturity; t += 0.5)
      flows.push_back({t, 0.5 * coupon});
    flows.push_back({maturity, 100 + 0.5 * coupon});
  }
  double value(const Market &market) const override { return present(flows, market.curve); }

protected:
  std::vector<Flow> flows;
};

// Receives a fixed rate, pays the floating one.
class Swap : public Instrument {
public:
  Swap(double fixed, double maturity) : maturity(maturity) {
    for (double t = 1; t <= maturity; t += 1)
      flows.push_back({t, 100 * fixed});
  }
  double value(const Market &market) const override {
    return present(flows, market.curve) - 100 * (1 - market.curve.discount(maturity));
  }

private:
  std::vector<Flow> flows;
  double maturity;
};

// A bond that its issuer may buy back at `strike`: Black's formula for the call.
class CallableBond : public Bond {
public:
  CallableBond(double coupon, double maturity, double call, double strike)
      : Bond(coupon, maturity), call(call), strike(strike) {}
  double value(const Market &market) const override {
    double bond = 0;
    for (const Flow &flow : flows)
      bond += flow.amount * extended(market.curve, flow.time);
    const double discount = extended(market.curve, call), forward = bond / discount;
    const double spread = market.volatility * std::sqrt(call);
    const double d = std::log(forward / strike) / spread + 0.5 * spread;
    return bond - discount * (forward * normal(d) - strike * normal(d - spread));
  }

private:
  static double normal(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
  // Beyond the curve's end the last rate holds.
  static double extended(const Curve &curve, double t) {
    return t > curve.end() ? std::exp(-curve.lastRate() * t) : curve.discount(t);
  }
  double call, strike;
};

using Portfolio = std::vector<std::unique_ptr<Instrument>>;

// x: the rates at `times`, then the volatility.
double portfolioValue(const double *x, const std::vector<double> &times,
                      const Portfolio &portfolio) {
  const std::vector<double> rates(x, x + times.size());
  const Market market{Curve(times, rates), x[times.size()]};
  if (market.volatility <= 0)
    throw std::domain_error("volatility must be positive");
  double sum = 0;
  for (const auto &instrument : portfolio)
    sum += instrument->value(market);
  return sum;
}

struct Problem {
  std::vector<double> times, x;
  Portfolio portfolio;
};

double primal(void *context) {
  auto &p = *static_cast<Problem *>(context);
  return portfolioValue(p.x.data(), p.times, p.portfolio);
}

#if DEMO_DERIVATIVES
void reverse(void *context, double *gradient) {
  auto &p = *static_cast<Problem *>(context);
  std::memset(gradient, 0, p.x.size() * sizeof(double));
  __enzyme_autodiff((void *)portfolioValue, enzyme_dup, p.x.data(), gradient, enzyme_const,
                            &p.times, enzyme_const, &p.portfolio);
}

double forward(void *context, const double *direction) {
  auto &p = *static_cast<Problem *>(context);
  return __enzyme_fwddiff((void *)portfolioValue, enzyme_dup, p.x.data(), direction,
                                  enzyme_const, &p.times, enzyme_const, &p.portfolio);
}
#else
void reverseByPrimal(void *context, double *) { primal(context); }
constexpr auto reverse = nullptr;
constexpr auto forward = nullptr;
#endif

// A derivative must let what the function throws pass, and work again after it.
template <class Exception> bool throws(const demo_case &c, Problem &p) {
  std::vector<double> gradient(p.x.size());
  try {
#if DEMO_DERIVATIVES
    c.reverse(&p, gradient.data());
#else
    reverseByPrimal(c.context, gradient.data());
#endif
  } catch (const Exception &e) {
    std::printf("  caught outside the gradient: %s\n", e.what());
    return true;
  }
  std::printf("  WRONG: the exception did not pass through the gradient\n");
  return false;
}

Problem makeProblem() {
  Problem p;
  p.times = {0, 0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30};
  for (double t : p.times)
    p.x.push_back(0.02 + 0.01 * (1 - std::exp(-t / 4)));
  p.x.push_back(0.08);
  for (int i = 0; i < 40; i++) {
    p.portfolio.push_back(std::make_unique<Bond>(2 + 0.1 * i, 1 + 0.7 * i));
    p.portfolio.push_back(std::make_unique<Swap>(0.02 + 0.0005 * i, 1 + 0.5 * i));
    p.portfolio.push_back(std::make_unique<CallableBond>(4 + 0.05 * i, 4 + 0.75 * i, 2, 100));
  }
  return p;
}

} // namespace

int main() {
  Problem p = makeProblem();
  demo_case c = {"bonds", int(p.x.size()), p.x.data(), primal, reverse, forward, &p, 1e-6, 1e-3};
  const double volatility = p.x.back();
  p.x.back() = -1;
  bool right = throws<std::domain_error>(c, p);
  p.x.back() = volatility;
  p.portfolio.push_back(std::make_unique<Bond>(5, 40)); // beyond the curve's end
  right &= throws<std::out_of_range>(c, p);
  p.portfolio.pop_back();
  return demo_check(&c) | !right;
}

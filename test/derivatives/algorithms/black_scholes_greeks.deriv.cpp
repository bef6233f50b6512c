// Option prices through a class hierarchy of pay-offs and a tree of dates.
#include "check.h"
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

struct Payoff {
  virtual ~Payoff() = default;
  virtual double operator()(double spot) const = 0;
};
struct Call : Payoff {
  double strike;
  explicit Call(double k) : strike(k) {}
  double operator()(double s) const override { return std::max(s - strike, 0.0); }
};
struct Straddle : Payoff {
  std::unique_ptr<Payoff> call;
  double strike;
  explicit Straddle(double k) : call(std::make_unique<Call>(k)), strike(k) {}
  double operator()(double s) const override { return (*call)(s) + std::max(strike - s, 0.0); }
};

double f(const double *x) {
  const double spot = x[0], sigma = x[1], rate = x[2];
  const int steps = 20;
  std::vector<std::unique_ptr<Payoff>> book;
  book.push_back(std::make_unique<Call>(1.03));
  book.push_back(std::make_unique<Straddle>(0.97));
  double total = 0;
  for (const auto &payoff : book) {
    const double dt = 1.0 / steps, up = std::exp(sigma * std::sqrt(dt)), down = 1 / up;
    const double p = (std::exp(rate * dt) - down) / (up - down);
    std::vector<double> values(steps + 1);
    for (int i = 0; i <= steps; i++)
      values[i] = (*payoff)(spot * std::pow(up, 2.0 * i - steps));
    for (int step = steps; step > 0; step--)
      for (int i = 0; i < step; i++)
        values[i] = std::exp(-rate * dt) * (p * values[i + 1] + (1 - p) * values[i]);
    total += values[0];
  }
  return total;
}

CHECK_FUNCTION(f, 3, 1.01, 0.25, 0.03);

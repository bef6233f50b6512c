/*===- libor.h - a portfolio of swaptions in a market model of forward rates ===
 *
 * Along each path, `steps` steps of lognormal forward rates; then the payoffs of
 * swaptions of several maturities and strikes, discounted. The value is the mean
 * over the paths, its Greeks are the derivatives by the rates of today.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_LIBOR_H
#define BENCH_LIBOR_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

constexpr int Rates = 80, Maturity = 40, Swaptions = 15;
constexpr double Accrual = 0.25;

/** Moves `rate` along one path; normal has one number a step. */
template <class T> void evolve(const double *volatility, const double *normal, T *rate) {
  using std::exp, std::sqrt;
  for (int n = 0; n < Maturity; n++) {
    double shock = sqrt(Accrual) * normal[n];
    T drift = 0.0;
    for (int i = n + 1; i < Rates; i++) {
      double lambda = volatility[i - n - 1], scaled = Accrual * lambda;
      drift += scaled * rate[i] / (1.0 + Accrual * rate[i]);
      rate[i] *= exp(scaled * drift + lambda * (shock - 0.5 * scaled));
    }
  }
}

template <class T> T payoff(const int *maturity, const double *strike, const T *rate) {
  T bond[Rates - Maturity], annuity[Rates - Maturity];
  T b = 1.0, s = 0.0;
  for (int n = Maturity; n < Rates; n++) {
    b = b / (1.0 + Accrual * rate[n]);
    s += Accrual * b;
    bond[n - Maturity] = b;
    annuity[n - Maturity] = s;
  }
  T value = 0.0;
  for (int i = 0; i < Swaptions; i++) {
    int m = maturity[i] - 1;
    T swap = bond[m] + strike[i] * annuity[m] - 1.0;
    if (swap < 0.0)
      value -= 100.0 * swap;
  }
  for (int n = 0; n < Maturity; n++)
    value = value / (1.0 + Accrual * rate[n]);
  return value;
}

struct Market {
  std::vector<double> volatility, strike, normal; // normal: a row a path
  std::vector<int> maturity;
};

template <class T>
T portfolio(int paths, const double *volatility, const double *normal, const int *maturity, const double *strike,
            const T *today) {
  T sum = 0.0;
  for (int p = 0; p < paths; p++) {
    T rate[Rates];
    for (int i = 0; i < Rates; i++)
      rate[i] = today[i];
    evolve(volatility, normal + p * Maturity, rate);
    sum += payoff(maturity, strike, rate);
  }
  return sum / double(paths);
}

struct Libor {
  int paths;
  std::vector<double> x;
  Market market;
  explicit Libor(int paths) : paths(paths), x(Rates, 0.05) {
    bench::Random random;
    market.volatility.assign(Rates, 0.2);
    for (int i = 0; i < Swaptions; i++) {
      market.maturity.push_back(4 + 4 * (i % 10));
      market.strike.push_back(0.045 + 0.005 * (i % 3));
    }
    for (int i = 0; i < paths * Maturity; i++) { // the sum of twelve is normal enough
      double sum = -6;
      for (int j = 0; j < 12; j++)
        sum += random.next();
      market.normal.push_back(sum);
    }
  }
  std::string size() const { return "libor rates=" + std::to_string(Rates) + " paths=" + std::to_string(paths); }
  template <class T> T value(const T *x) const {
    return portfolio(paths, market.volatility.data(), market.normal.data(), market.maturity.data(),
                     market.strike.data(), x);
  }
};
using Case = Libor;

#endif

/*===- special.h - a special function by static tables ----------------------===
 *
 * Libraries of special functions evaluate Chebyshev series whose coefficients lie
 * in static tables, chosen by the argument, and make one call a point. Bessel's
 * function of order zero, modified, by its two series (W. Fullerton's approach);
 * the result is a weighted sum over many points, each of which is an unknown.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_SPECIAL_H
#define BENCH_SPECIAL_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

struct ChebyshevSeries {
  const double *coefficients;
  int order;
  double low, high;
};

/* exp(-x) I0(x): in (x/4.5 - 1) for x ≤ 4.5 less the value at 0, and in terms of 1/x beyond; found by interpolation at
 * Chebyshev's points when the program starts, as other libraries do it once and for all. */
constexpr int Order = 24;
inline double nearTable[Order + 1], farTable[Order + 1];
inline ChebyshevSeries nearSeries{nearTable, Order, 0, 4.5}, farSeries{farTable, Order, 0, 1 / 4.5};

inline double scaledBessel(double x) { // by its integral
  double sum = 0;
  const int n = 400;
  for (int i = 0; i < n; i++)
    sum += std::exp(x * (std::cos(M_PI * (i + 0.5) / n) - 1));
  return sum / n;
}

inline void fillTables() {
  for (auto *series : {&nearSeries, &farSeries})
    for (int k = 0; k <= Order; k++) {
      double sum = 0;
      for (int j = 0; j <= Order; j++) {
        double t = std::cos(M_PI * (j + 0.5) / (Order + 1)), at = 0.5 * (series->high + series->low + t * (series->high - series->low));
        double value = series == &nearSeries ? scaledBessel(at) : scaledBessel(1 / at) * std::sqrt(1 / at);
        sum += value * std::cos(M_PI * k * (j + 0.5) / (Order + 1));
      }
      (series == &nearSeries ? nearTable : farTable)[k] = 2 * sum / (Order + 1);
    }
}

template <class T> T chebyshev(const ChebyshevSeries &series, T x) { // Clenshaw
  T y = (2.0 * x - series.low - series.high) / (series.high - series.low), twice = 2.0 * y, d = 0.0, dd = 0.0;
  for (int k = series.order; k >= 1; k--) {
    T before = d;
    d = twice * d - dd + series.coefficients[k];
    dd = before;
  }
  return y * d - dd + 0.5 * series.coefficients[0];
}

template <class T> [[gnu::noinline]] T besselI0(T x) {
  using std::exp;
  using std::fabs;
  using std::sqrt;
  T y = fabs(x);
  if (y < 2e-8)
    return T(1.0);
  if (y <= 4.5)
    return exp(y) * chebyshev(nearSeries, y);
  return exp(y) / sqrt(y) * chebyshev(farSeries, T(1.0 / y));
}

template <class T> T weightedBessel(int n, const double *weights, const T *x) {
  T sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += weights[i] * besselI0(x[i]);
  return sum;
}

struct Special {
  int n;
  std::vector<double> x, weights;
  explicit Special(int n) : n(n) {
    fillTables();
    bench::Random random;
    x = random.numbers(n, -12, 12);
    weights = random.numbers(n, 0, 1);
  }
  std::string size() const { return "special points=" + std::to_string(n); }
  template <class T> T value(const T *x) const { return weightedBessel(n, weights.data(), x); }
};
using Case = Special;

#endif

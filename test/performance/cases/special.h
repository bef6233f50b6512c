/*===- special.h - a special function by static tables ----------------------===
 *
 * Libraries of special functions evaluate Chebyshev series whose coefficients lie
 * in static tables, chosen by the argument, and make one call a point. Bessel's
 * function of order zero, modified, by its two series (W. Fullerton's approach);
 * the result is a weighted sum over many points, each of which is an unknown. The same
 * with tables that the program fills when it starts, which any file might change.
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

static double nearNumbers[] = {
  0.83531804213833027, -0.32926132179733186, 0.15240001396798009, -0.064791459457679765,
  0.024450588011697142, -0.0081660185325321162, 0.0024267183400788726, -0.00064661198367422124,
  0.00015571099395497612, -3.4141491140262659e-05, 6.8623986639959613e-06, -1.272144529149699e-06,
  2.1868282958692476e-07, -3.5027166545020802e-08, 5.2502106662188909e-09, -7.3926987198547068e-10,
  9.8126404779463878e-11, -1.2315597430756497e-11, 1.4660717084780118e-12, -1.6526779944570079e-13,
  1.7830181775480013e-14, -2.5024426975051027e-15, -2.2870594307278225e-16, -6.7057470687359455e-16,
  6.7390537594747005e-16},
              farNumbers[] = {
  0.81032045448792789, 0.0064784397778573592, 0.00028570748863717468, 2.8773237944266226e-05,
  3.8179136326199627e-06, 1.0076483502263755e-07, -2.3635153975742895e-07, -8.3946731370687645e-08,
  1.3284040889516291e-09, 9.4194020405780073e-09, 1.3064207227131419e-09, -1.0740834222033869e-09,
  -2.5424663263606818e-10, 1.506218438862561e-10, 3.8456930973040925e-11, -2.6129760577475735e-11,
  -4.6619108573509041e-12, 5.1158322023070468e-12, 1.8793855360854649e-13, -1.0020784202424693e-12,
  1.4452883334570287e-13, 1.7444379274422772e-13, -7.1449512972776568e-14, -2.1092572133341038e-14,
  2.4704682743958984e-14};
static ChebyshevSeries staticNear{nearNumbers, 24, 0, 4.5}, staticFar{farNumbers, 24, 0, 1 / 4.5};

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

template <bool IsStatic, class T> [[gnu::noinline]] T besselI0(T x) {
  using std::exp;
  using std::fabs;
  using std::sqrt;
  T y = fabs(x);
  if (y < 2e-8)
    return T(1.0);
  if (y <= 4.5)
    return exp(y) * chebyshev(IsStatic ? staticNear : nearSeries, y);
  return exp(y) / sqrt(y) * chebyshev(IsStatic ? staticFar : farSeries, T(1.0 / y));
}

template <bool IsStatic, class T> T weightedBessel(int n, const double *weights, const T *x) {
  T sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += weights[i] * besselI0<IsStatic>(x[i]);
  return sum;
}

struct Special {
  int n;
  bool isStatic;
  std::vector<double> x, weights;
  explicit Special(int n, bool isStatic = true) : n(n), isStatic(isStatic) {
    fillTables();
    bench::Random random;
    x = random.numbers(n, -12, 12);
    weights = random.numbers(n, 0, 1);
  }
  std::string size() const { return (isStatic ? "special points=" : "special filled tables points=") + std::to_string(n); }
  template <class T> T value(const T *x) const { 
    return isStatic ? weightedBessel<true>(n, weights.data(), x) : weightedBessel<false>(n, weights.data(), x);
  }
};
using Case = Special;

#endif

/*===- lanes.h - eight tangents by hand ------------------------------------===
 *
 * Directions arrive one after the other, `numbers` numbers each. A programmer who
 * wants eight tangents at once lays them side by side first: what follows is then
 * one vector for each number of the primal.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_LANES_H
#define BENCH_LANES_H

#include "bench.h"
#include <cmath>
#include <vector>

namespace bench {

/** All tangents of one number. */
using Tangent = double __attribute__((vector_size(Lanes * sizeof(double))));

inline std::vector<Tangent> sideBySide(const double *directions, std::size_t numbers) {
  std::vector<Tangent> result(numbers);
  for (std::size_t i = 0; i < numbers; i++)
    for (int lane = 0; lane < Lanes; lane++)
      result[i][lane] = directions[lane * numbers + i];
  return result;
}

/** weights · tangents in each lane, of tangents that lie one lane after the other. The sums go on at
 *  the same time: each waits for itself, as the primal's does. */
inline void weigh(const std::vector<double> &weights, const std::vector<double> &tangents, double *out) {
  std::size_t n = weights.size();
  double sums[Lanes] = {};
  for (std::size_t i = 0; i < n; i++)
    for (int lane = 0; lane < Lanes; lane++)
      sums[lane] += weights[i] * tangents[lane * n + i];
  for (int lane = 0; lane < Lanes; lane++)
    out[lane] = sums[lane];
}

inline void write(const Tangent &tangent, double *out) {
  for (int lane = 0; lane < Lanes; lane++)
    out[lane] = tangent[lane];
}

/** A number with its tangents: for problems that are templates of their scalar, what a programmer
 *  has who writes the rules of arithmetic once. */
struct Dual {
  double value = 0;
  Tangent tangent{};
  Dual() = default;
  Dual(double value) : value(value) {}
  Dual(double value, const Tangent &tangent) : value(value), tangent(tangent) {}

  Dual &operator+=(const Dual &y) { return value += y.value, tangent += y.tangent, *this; }
  Dual &operator-=(const Dual &y) { return value -= y.value, tangent -= y.tangent, *this; }
  Dual &operator*=(const Dual &y) { return *this = *this * y; }
  Dual &operator/=(const Dual &y) { return *this = *this / y; }
  friend Dual operator-(const Dual &x) { return {-x.value, -x.tangent}; }
  friend Dual operator+(const Dual &x, const Dual &y) {
    return {x.value + y.value, x.tangent + y.tangent};
  }
  friend Dual operator-(const Dual &x, const Dual &y) {
    return {x.value - y.value, x.tangent - y.tangent};
  }
  friend Dual operator*(const Dual &x, const Dual &y) {
    return {x.value * y.value, x.tangent * y.value + x.value * y.tangent};
  }
  friend Dual operator/(const Dual &x, const Dual &y) {
    double inverse = 1 / y.value, quotient = x.value * inverse;
    return {quotient, inverse * (x.tangent - quotient * y.tangent)};
  }
  // What has no tangents is multiplied and added as a number.
  friend Dual operator+(double x, const Dual &y) { return {x + y.value, y.tangent}; }
  friend Dual operator-(double x, const Dual &y) { return {x - y.value, -y.tangent}; }
  friend Dual operator*(double x, const Dual &y) { return {x * y.value, x * y.tangent}; }
  friend Dual operator*(const Dual &x, double y) { return y * x; }
  friend Dual operator/(const Dual &x, double y) { return 1 / y * x; }
  friend bool operator<(const Dual &x, const Dual &y) { return x.value < y.value; }
  friend bool operator>(const Dual &x, const Dual &y) { return x.value > y.value; }
  friend bool operator<=(const Dual &x, const Dual &y) { return x.value <= y.value; }
  friend bool operator>=(const Dual &x, const Dual &y) { return x.value >= y.value; }
  friend bool operator==(const Dual &x, const Dual &y) { return x.value == y.value; }
  friend bool operator!=(const Dual &x, const Dual &y) { return x.value != y.value; }
  friend Dual sqrt(const Dual &x) {
    double root = std::sqrt(x.value);
    return {root, 0.5 / root * x.tangent};
  }
  friend Dual cbrt(const Dual &x) {
    double root = std::cbrt(x.value);
    return {root, root / (3 * x.value) * x.tangent};
  }
  friend Dual exp(const Dual &x) {
    double power = std::exp(x.value);
    return {power, power * x.tangent};
  }
  friend Dual sin(const Dual &x) { return {std::sin(x.value), std::cos(x.value) * x.tangent}; }
  friend Dual cos(const Dual &x) { return {std::cos(x.value), -std::sin(x.value) * x.tangent}; }
  friend Dual log(const Dual &x) { return {std::log(x.value), 1 / x.value * x.tangent}; }
  friend Dual abs(const Dual &x) { return x.value < 0 ? -x : x; }
};

/** The unknowns with the directions as their tangents. */
inline std::vector<Dual> duals(const std::vector<double> &x, const double *directions) {
  std::vector<Tangent> tangents = sideBySide(directions, x.size());
  std::vector<Dual> result;
  for (std::size_t i = 0; i < x.size(); i++)
    result.emplace_back(x[i], tangents[i]);
  return result;
}

} // namespace bench

#endif

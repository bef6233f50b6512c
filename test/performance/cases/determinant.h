/* determinant.h - a determinant by minors, calling itself. */
#ifndef BENCH_DETERMINANT_H
#define BENCH_DETERMINANT_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

/** Of the rows from `row` on and the columns that are not in `used`. */
template <class T> T minorOf(int n, const T *a, int row, unsigned used) {
  if (row == n)
    return T(1.0);
  T sum = 0.0;
  double sign = 1;
  for (int c = 0; c < n; c++)
    if (!(used >> c & 1)) {
      sum += sign * a[row * n + c] * minorOf(n, a, row + 1, used | 1u << c);
      sign = -sign;
    }
  return sum;
}

template <class T> T determinant(int n, const T *a) { return minorOf(n, a, 0, 0); }

struct Determinant {
  int n;
  std::vector<double> x;
  explicit Determinant(int n) : n(n) { x = bench::Random().numbers(n * n, -1, 1); }
  std::string size() const { return "determinant n=" + std::to_string(n); }
  template <class T> T value(const T *x) const { return determinant(n, x); }
};
using Case = Determinant;

#endif

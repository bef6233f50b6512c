/* leastsquares.h - half the squared residual of a linear system, |A x - b|²/2. */
#ifndef BENCH_LEASTSQUARES_H
#define BENCH_LEASTSQUARES_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

template <class T> T leastSquares(int rows, int columns, const double *a, const double *b, const T *x) {
  T total = 0.0;
  for (int i = 0; i < rows; i++) {
    T residual = -b[i];
    for (int j = 0; j < columns; j++)
      residual += a[i * columns + j] * x[j];
    total += 0.5 * residual * residual;
  }
  return total;
}

struct LeastSquares {
  int rows;
  std::vector<double> x, a, b;
  LeastSquares(int rows, int columns) : rows(rows) {
    bench::Random random;
    x = random.numbers(columns, -1, 1);
    a = random.numbers(rows * columns, -1, 1);
    b = random.numbers(rows, -1, 1);
  }
  std::string size() const { return "leastsquares " + std::to_string(rows) + "×" + std::to_string(x.size()); }
  template <class T> T value(const T *x) const {
    return leastSquares(rows, int(this->x.size()), a.data(), b.data(), x);
  }
};
using Case = LeastSquares;

#endif

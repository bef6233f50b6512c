/* spmv.h - a sparse matrix of five to nine numbers a row, applied ten times. */
#ifndef BENCH_SPMV_H
#define BENCH_SPMV_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

template <class T>
void sparseTimes(int n, const int *begin, const int *column, const T *value, const T *x, T *y) {
  for (int i = 0; i < n; i++) {
    T sum = 0.0;
    for (int at = begin[i]; at < begin[i + 1]; at++)
      sum += value[at] * x[column[at]];
    y[i] = sum;
  }
}

/** The squared length of Aˢ x. */
template <class T>
T powerOf(int n, int times, const int *begin, const int *column, const T *value, const T *start) {
  std::vector<T> x(start, start + n), y(n);
  for (int s = 0; s < times; s++) {
    sparseTimes(n, begin, column, value, x.data(), y.data());
    std::swap(x, y);
  }
  T sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum;
}

struct Spmv {
  int n, times = 10;
  std::vector<double> x; // the vector, then the matrix's numbers
  std::vector<int> begin{0}, column;
  explicit Spmv(int n) : n(n) {
    bench::Random random;
    for (int i = 0; i < n; i++) {
      int many = 5 + random.below(5);
      for (int c = 0; c < many; c++)
        column.push_back(c == 0 ? i : random.below(n));
      begin.push_back(int(column.size()));
    }
    x = random.numbers(n + column.size(), -0.4, 0.4);
  }
  std::string size() const { return "spmv n=" + std::to_string(n); }
  template <class T> T value(const T *x) const {
    return powerOf(n, times, begin.data(), column.data(), x + n, x);
  }
};
using Case = Spmv;

#endif

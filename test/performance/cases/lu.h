/* lu.h - LU factorisation in place, without pivots, and a number made of the factors. */
#ifndef BENCH_LU_H
#define BENCH_LU_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

template <class T> void factorise(int n, T *a) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

struct Lu {
  int n;
  std::vector<double> x, weights;
  explicit Lu(int n) : n(n) {
    bench::Random random;
    x = random.numbers(n * n, -1, 1);
    for (int i = 0; i < n; i++)
      x[i * n + i] += n;
    weights = random.numbers(n * n, -1, 1);
  }
  std::string size() const { return "lu n=" + std::to_string(n); }
  template <class T> T value(const T *x) const {
    std::vector<T> a(x, x + n * n);
    factorise(n, a.data());
    T sum = 0.0;
    for (int i = 0; i < n * n; i++)
      sum += weights[i] * a[i];
    return sum;
  }
};
using Case = Lu;

#endif

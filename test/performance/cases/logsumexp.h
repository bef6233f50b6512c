/* logsumexp.h - log Σ exp(x_i), shifted by the largest. */
#ifndef BENCH_LOGSUMEXP_H
#define BENCH_LOGSUMEXP_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

template <class T> T logSumExp(long n, const T *x) {
  using std::exp, std::log;
  T largest = x[0];
  for (long i = 1; i < n; i++)
    if (x[i] > largest)
      largest = x[i];
  T sum = 0.0;
  for (long i = 0; i < n; i++)
    sum += exp(x[i] - largest);
  return largest + log(sum);
}

struct LogSumExp {
  std::vector<double> x;
  explicit LogSumExp(long n) { x = bench::Random().numbers(n, -3, 3); }
  std::string size() const { return "logsumexp n=" + std::to_string(x.size()); }
  template <class T> T value(const T *x) const { return logSumExp(long(this->x.size()), x); }
};
using Case = LogSumExp;

#endif

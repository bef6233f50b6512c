/*===- norm.h - a vector divided by its norm, which the loop computes ------===
 *
 * The norm stands inside the loop. It does not depend on the iteration, and an
 * optimiser takes it out; a derivative of what is written would be O(n²), for it
 * would add n adjoints of the norm to n numbers each. (static: of a function that
 * another file may replace, no compiler infers what memory it reads.)
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_NORM_H
#define BENCH_NORM_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

template <class T> __attribute__((noinline)) static T magnitude(int n, const T *x) {
  using std::sqrt;
  T sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}

template <class T> static void normalise(int n, const T *__restrict x, T *__restrict out) {
  for (int i = 0; i < n; i++)
    out[i] = x[i] / magnitude(n, x);
}

struct Norm {
  std::vector<double> x, weights;
  explicit Norm(int n) {
    bench::Random random;
    x = random.numbers(n, -1, 1);
    weights = random.numbers(n, -1, 1);
  }
  std::string size() const { return "norm n=" + std::to_string(x.size()); }
  template <class T> T value(const T *x) const {
    std::vector<T> out(weights.size());
    normalise(int(out.size()), x, out.data());
    T sum = 0.0;
    for (std::size_t i = 0; i < out.size(); i++)
      sum += weights[i] * out[i];
    return sum;
  }
};
using Case = Norm;

#endif

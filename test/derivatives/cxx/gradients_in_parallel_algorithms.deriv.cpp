// Gradients asked for by the threads of C++17's parallel algorithms (libstdc++ on TBB): each
// thread has its own tape.
// std: c++17
// needs: tbb/tbb.h
// link: -ltbb
#include "check.h"
#include <algorithm>
#include <cmath>
#include <execution>
#include <numeric>
#include <vector>

static double chain(const double *x, int n) {
  std::vector<double> p(n);
  p[0] = *x;
  for (int i = 1; i < n; i++)
    p[i] = std::sin(p[i - 1]) * 1.5;
  double sum = 0;
  for (double v : p)
    sum += v * v;
  return sum;
}
static double gradient(double x, int n) {
  double dx = 0;
  __enzyme_autodiff_checkv((void *)chain, enzyme_dup, &x, &dx, enzyme_const, n);
  return dx;
}

CHECK_VALUES(inParallelAlgorithms) {
  std::vector<double> x(2000), gradients(2000);
  for (int i = 0; i < 2000; i++)
    x[i] = 0.1 + i * 1e-3;
  std::transform(std::execution::par, x.begin(), x.end(), gradients.begin(),
                 [](double v) { return gradient(v, 50); });
  for (int i = 0; i < 2000; i += 7) {
    double above = x[i] + 1e-6, below = x[i] - 1e-6;
    EXPECT_CLOSE(gradients[i], (chain(&above, 50) - chain(&below, 50)) / 2e-6, 1e-5);
  }
  double sum = std::transform_reduce(std::execution::par, x.begin(), x.end(), 0.0, std::plus<>(),
                                     [](double v) { return gradient(v, 50); });
  EXPECT_CLOSE(sum, std::accumulate(gradients.begin(), gradients.end(), 0.0), 1e-9);
}

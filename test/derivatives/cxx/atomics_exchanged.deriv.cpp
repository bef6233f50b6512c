// Atomic floats that are exchanged, and replaced where they are what the program has seen.
// std: c++20
#include "check.h"
#include <atomic>

extern "C" double exchanged(double x) {
  std::atomic<double> place{x};
  double before = place.exchange(x * x);
  before += place.exchange(before * x, std::memory_order_relaxed);
  return before * place.load();
}
CHECK_SCALAR(exchanged, 0.3, 0.8);

[[gnu::noinline]] static void add(std::atomic<double> &sum, double term) {
  double seen = sum.load(std::memory_order_relaxed);
  while (!sum.compare_exchange_weak(seen, seen + term, std::memory_order_acq_rel)) {
  }
}
extern "C" double accumulated(const double *x) {
  std::atomic<double> sum{1};
  for (int i = 0; i < 3; i++)
    add(sum, x[i] * x[0]);
  double expected = -1; // is not there: the first attempt fails and tells what is
  if (!sum.compare_exchange_strong(expected, 0))
    sum.compare_exchange_strong(expected, expected * x[1]);
  return sum.load() * x[2];
}
CHECK_FUNCTION(accumulated, 3, 0.7, -1.2, 2.1);

extern "C" float single(float x) {
  std::atomic<float> place{x};
  float before = place.exchange(x * x);
  return before * place.load();
}
static double ofSingle(double x) { return single(float(x)); }
CHECK_VALUES(singlePrecision) {
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)ofSingle, 1.5), 6.75, 1e-6);
}

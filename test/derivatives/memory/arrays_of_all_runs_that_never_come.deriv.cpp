// A loop that is left by an exception in its first iterations asks for no memory for those that were to come.
#include "check.h"
#include <stdexcept>

enum { N = 6 };

NOINLINE static void stopAt(long i, long last) {
  if (i == last)
    throw std::runtime_error("enough");
}
NOINLINE static void rows(double *y, long n, int m, long last) {
  for (long i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      y[k] = std::sin(y[k] * y[(k + i) % N]);
    stopAt(i, last);
  }
}
static double left(const double *x) {
  double y[N];
  for (int k = 0; k < N; k++)
    y[k] = x[k];
  double sum = 0;
  try {
    rows(y, 1L << 58, 4, 3);
  } catch (const std::runtime_error &) {
    sum = y[0] * x[1];
  }
  rows(y, 3, 4, -1);
  for (int k = 0; k < N; k++)
    sum += y[k] * x[k];
  return sum;
}
CHECK_FUNCTION(left, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8);

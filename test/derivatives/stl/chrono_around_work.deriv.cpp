// Timing differentiated work with chrono changes nothing.
#include "check.h"
#include <chrono>

double f(const double *x) {
  const auto start = std::chrono::steady_clock::now();
  double r = 0;
  for (int i = 0; i < 10; i++)
    r += x[0] * x[1] * i;
  const auto end = std::chrono::steady_clock::now();
  const double seconds = std::chrono::duration<double>(end - start).count();
  return seconds < 0 ? 0 : r * r;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);

// A function declared const or pure that reads the memory behind its argument: its
// body counts, not the promise.
#include "check.h"

__attribute__((const, noinline)) static double magnitude(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}

__attribute__((pure, noinline)) static double largest(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; i++)
    m = x[i] > m ? x[i] : m;
  return m;
}

static double scaled(const double *x, int n) {
  double result = 0;
  for (int i = 0; i < n; i++)
    result += (i + 1) * x[i] / magnitude(x, n);
  return result + largest(x, n) * magnitude(x, n - 1);
}

CHECK_FUNCTION_N(scaled, 4, 0.5, 1.25, -0.75, 2);

// Doubles placed in a static array of char, a pool of one's own.
#include "check.h"

static _Alignas(16) char pool[4096];
static size_t used;

static void *take(size_t n) {
  void *p = pool + used;
  used += (n + 15) / 16 * 16;
  return p;
}

double f(const double *x, int n) {
  used = 0;
  double *squares = take(sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    squares[i] = x[i] * x[i];
  double *sums = take(sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    sums[i] = squares[i] + (i ? sums[i - 1] * x[0] : 0);
  return sums[n - 1];
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);

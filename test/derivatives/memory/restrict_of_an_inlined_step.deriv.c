// A function with restrict is inlined into a loop that swaps its buffers: what one
// iteration reads, the next may overwrite.
#include "check.h"

static inline void step(const double *restrict from, double *restrict to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] * from[i] * 0.5 + 0.3 * from[(i + 1) % n];
}
static inline void scaleInPlace(double *restrict x, const double *restrict by, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= by[i] * by[n - 1 - i];
}
double f(const double *x, int n) {
  double a[8], b[8];
  for (int i = 0; i < n; i++)
    a[i] = x[i], b[i] = 0;
  double *from = a, *to = b;
  for (int t = 0; t < 5; t++) {
    step(from, to, n);
    if (t % 2)
      scaleInPlace(to, from, n);
    double *other = from;
    from = to;
    to = other;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += from[i];
  return sum;
}
void swapped(double *x) {
  double *from = x, *to = x + 3;
  for (int t = 0; t < 3; t++) {
    step(from, to, 3);
    double *other = from;
    from = to;
    to = other;
  }
}

CHECK_FUNCTION_N(f, 4, 0.3, 0.9, 1.1, 0.7);
CHECK_INPLACE(swapped, 6, 0.3, 0.9, 1.1, 0.7, -0.4, 0.2);

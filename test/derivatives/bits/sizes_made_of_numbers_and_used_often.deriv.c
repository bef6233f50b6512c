// Sizes of blocks that a function computes through numbers, as LAPACK's ilaenv and iparmq do, that
// other functions are handed and compute with in hundreds of places, none of which reads the bits
// of a number.
#include "check.h"
#define FOUR(x, k) x(k) x(k + 1) x(k + 2) x(k + 3)
#define SIXTEEN(x, k) FOUR(x, k) FOUR(x, k + 4) FOUR(x, k + 8) FOUR(x, k + 12)
#define USE(k) sum += a[(unsigned)(size * (k) + (k)) % 9];
#define HUNDREDS(x)                                                                                \
  SIXTEEN(x, 0)                                                                                    \
  SIXTEEN(x, 16) SIXTEEN(x, 32) SIXTEEN(x, 48) SIXTEEN(x, 64) SIXTEEN(x, 80) SIXTEEN(x, 96)

NOINLINE static double used(int size, const double *a) {
  double sum = 0;
  HUNDREDS(USE)
  return sum;
}

NOINLINE static int levels(const int *n) {
  return 2 + *n / (int)lroundf(logf((float)*n) / logf(2.0f));
}
NOINLINE static int chosen(const int *kind, const int *n) {
  if (*kind == 6)
    return (int)((float)*n * 1.6f);
  return *kind > 12 ? levels(n) : 4;
}

NOINLINE static void work(int kind, void *n, double *a) {
  int size = chosen(&kind, n);
  for (int i = 0; i < *(int *)n; i++)
    a[i] *= used(size, a);
}
NOINLINE static void handedOn(int kind, void *n, double *a) { work(kind, n, a); }

static double ofKind(int kind, double x) {
  double a[9];
  int n = 9;
  for (int i = 0; i < 9; i++)
    a[i] = (i % 4 == 0) + x * i * 0.01;
  handedOn(kind, &n, a);
  return a[0] * 0.01 + a[1] * a[4] * 1e-4;
}

double constant(double x) { return ofKind(1, x); }
double scaled(double x) { return ofKind(6, x); }
double logarithmic(double x) { return ofKind(15, x); }

CHECK_SCALAR(constant, 0.3, 0.8);
CHECK_SCALAR(scaled, 0.3, 0.8);
CHECK_SCALAR(logarithmic, 0.3, 0.8);

// Stencils whose reverse adds to places that few or many iterations lie between, in loops that are not much longer, or shorter.
// flags: -ffp-contract=off
// (LLVM folds a product and a sum of constants with one rounding, and computes them with two.)
#include "check.h"

enum { N = 56 };
static double seed(int i) { return 0.5 + 0.03 * i; }

#define STENCIL(d, n)                                                                              \
  NOINLINE static void stencil_##d##_##n(const double *x, double *y) {                             \
    for (int i = 0; i < n; i++)                                                                    \
      y[i] = x[i] * 0.5 + x[i + d] * x[i + d];                                                     \
  }                                                                                                \
  double f_##d##_##n(const double *x) {                                                            \
    double wide[N], y[N] = {0}, sum = 0;                                                           \
    for (int i = 0; i < N; i++)                                                                    \
      wide[i] = x[i % 3] * seed(i);                                                                \
    stencil_##d##_##n(wide, y);                                                                    \
    for (int i = 0; i < n; i++)                                                                    \
      sum += y[i] * y[i] * seed(i);                                                                \
    return sum;                                                                                    \
  }                                                                                                \
  CHECK_FUNCTION(f_##d##_##n, 3, 0.7, 1.2, -0.4);
#define STENCILS(n) STENCIL(1, n) STENCIL(2, n) STENCIL(6, n) STENCIL(12, n) STENCIL(16, n) STENCIL(17, n)
STENCILS(11)
STENCILS(12)
STENCILS(13)
STENCILS(16)
STENCILS(17)
STENCILS(24)
STENCILS(31)
STENCILS(32)

/// As many as the program says.
NOINLINE static void many(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i + 5] + x[i + 11];
}
double counts(const double *x) {
  double sum = 0;
  for (int n = 0; n < 30; n++) {
    double wide[N], y[N] = {0};
    for (int i = 0; i < N; i++)
      wide[i] = x[i % 3] * seed(i);
    many(wide, y, n);
    for (int i = 0; i < n; i++)
      sum += y[i] * y[i] * seed(i);
  }
  return sum;
}
CHECK_FUNCTION(counts, 3, 0.7, 1.2, -0.4);

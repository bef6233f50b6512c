// A local array that is well aligned, of which elements are read and written by one lane at a time: side by side with
// the other lanes' arrays they are aligned as numbers are.
// flags: -fopenmp
#include "check.h"

NOINLINE static double soft(double x) { return x / (1 + fabs(x)); }

static void rows(const double *x, double *y) {
  double v[4], r[3][4];
  for (int i = 0; i < 4; i++)
    v[i] = x[i];
#pragma omp parallel for
  for (int k = 0; k < 3; k++) {
    double t[4];
    for (int i = 0; i < 4; i++)
      t[i] = v[i] + 0.1 * k;
    for (int n = 0; n < 1; n++)
      t[2] = soft(t[2] * t[3] + 1.3716);
    memcpy(r[k], t, sizeof t);
  }
  for (int i = 0; i < 4; i++)
    y[i] = soft(r[0][i] + r[1][i] - r[2][i]);
}
CHECK_VECTOR(rows, 4, 4, 0.2, 1.1, -0.7, 0.4);

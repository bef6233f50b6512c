// Arrays that are promised to be apart, reached by their names and by pointers that iterations hand
// on: in an iteration of its own the names are no longer the only way to their memory.
#include "check.h"
enum { N = 6 };

NOINLINE static void advance(double *restrict y, double *restrict z, int steps, int snapshots) {
  double *u = y, *v = z;
#pragma enzyme checkpoint(snapshots)
  for (int t = 0; t < steps; t++) {
    double *other = u;
    u = v;
    v = other;
    for (int i = 0; i < N; i++)
      y[i] = sin(y[i] + 0.3 * u[i] * z[0]);
  }
}
double f(const double *x) {
  double y[N], z[N], sum = 0;
  for (int i = 0; i < N; i++)
    y[i] = x[i], z[i] = x[i] * x[i];
  advance(y, z, 7, 2);
  for (int i = 0; i < N; i++)
    sum += y[i] * z[i] + y[i];
  return sum;
}
CHECK_FUNCTION(f, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.7);

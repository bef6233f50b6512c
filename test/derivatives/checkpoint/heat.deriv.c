// Time loops that keep snapshots: the arrays of two steps swap, or one is copied back.
#define CHECK_FROM_TAPE
#undef CHECK_SPLIT_BITS // steps that run again sum in another order
#include "check.h"

#ifdef ENZYME_VERSION_MAJOR
void __enzyme_checkpoint(int);
#else
#define __enzyme_checkpoint(snapshots) ((void)0)
#endif
enum { N = 7 };

/// u and v swap; the boundary stays.
static void heat(double *u, double *v, int n, int steps, int budget) {
  for (int t = 0; t < steps; t++) {
    __enzyme_checkpoint(budget);
    for (int i = 1; i + 1 < n; i++)
      v[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]) - 0.05 * u[i] * u[i] * u[i];
    double *other = u;
    u = v;
    v = other;
  }
}
static double energy(const double *x, int steps, int budget) {
  double u[N], v[N];
  for (int i = 0; i < N; i++)
    u[i] = v[i] = x[i];
  heat(u, v, N, steps, budget);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += (i + 1) * u[i] * v[i] + u[i];
  return sum;
}
double none(const double *x) { return energy(x, 0, 3); }
double one(const double *x) { return energy(x, 1, 3); }
double two(const double *x) { return energy(x, 2, 3); }
double fewer(const double *x) { return energy(x, 3, 5); }
double many(const double *x) { return energy(x, 23, 3); }
double oneSnapshot(const double *x) { return energy(x, 9, 1); }
double noSnapshot(const double *x) { return energy(x, 4, 0); }

/// The step is a function of its own; memory from malloc; two dimensions.
static void step(const double *u, double *v, int n, double dt) {
  for (int i = 1; i + 1 < n; i++)
    for (int j = 1; j + 1 < n; j++) {
      const double *at = u + i * n + j;
      v[i * n + j] = *at + dt * (at[-1] + at[1] + at[-n] + at[n] - 4 * *at) * (1 + 0.1 * *at);
    }
}
void plate(const double *x, double *y, int n) {
  int m = n + 2;
  double *u = calloc(m * m, sizeof(double)), *v = calloc(m * m, sizeof(double));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      u[(i + 1) * m + j + 1] = x[i] * x[j] + x[0];
  for (int t = 0; t < 12; t++) {
    __enzyme_checkpoint(4);
    step(u, v, m, 0.1 * x[1]);
    double *other = u;
    u = v;
    v = other;
  }
  for (int i = 0; i < n; i++)
    y[i] = u[(i + 1) * m + 1] * v[(i + 1) * m + 2];
  free(u);
  free(v);
}

/// In place, with a number that is handed on, and one that is summed.
void inPlace(double *x) {
  double momentum = 0.1, total = 0;
  for (int t = 0; t < 11; t++) {
    __enzyme_checkpoint(3);
    for (int i = 0; i + 1 < N; i++)
      x[i] += 0.1 * sin(x[i + 1]) * momentum;
    momentum = 0.9 * momentum + 0.1 * x[N - 1] * x[0];
    total += momentum * x[1];
  }
  x[0] = total;
}

CHECK_FUNCTION(none, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.6);
CHECK_FUNCTION(one, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.6);
CHECK_FUNCTION(two, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.6);
CHECK_FUNCTION(fewer, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.6);
CHECK_FUNCTION(many, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.6);
CHECK_FUNCTION(oneSnapshot, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.6);
CHECK_FUNCTION(noSnapshot, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.6);
CHECK_VECTOR_N(plate, N, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.6);
CHECK_INPLACE(inPlace, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.6);

// Arrays that a loop overwrites from what lies some places ahead, so that the next iteration of the
// reverse sweep adds where one stored, and reads that came before a store and behind it: upwards,
// downwards, by steps, with stores ahead of reads, beside other reads of the same place, with
// stores that are left out, in loops that run once or never, and with two arrays that may be one.
#include "check.h"

enum { N = 9 };

static void tree(const double *x, double *y) {
  double v[N];
  memcpy(v, x, sizeof v);
  for (int t = N - 2; t >= 0; t--)
    for (int i = 0; i <= t; i++)
      v[i] = x[0] * v[i + 1] + x[1] * v[i];
  memcpy(y, v, sizeof v);
}
CHECK_VECTOR(tree, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

static void nonlinear(const double *x, double *y) {
  double v[N];
  memcpy(v, x, sizeof v);
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < N - 2; i++)
      v[i] = sin(v[i + 2]) * v[i + 1] + 0.5 * v[i] * v[i];
  memcpy(y, v, sizeof v);
}
CHECK_VECTOR(nonlinear, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

static void downwards(const double *x, double *y) {
  double v[N];
  memcpy(v, x, sizeof v);
  for (int t = 0; t < 3; t++)
    for (int i = N - 1; i > t; i--)
      v[i] = x[t] * v[i - 1] * v[i];
  memcpy(y, v, sizeof v);
}
CHECK_VECTOR(downwards, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

/* The other way each iteration reads what the one before it stored. */
static void against(const double *x, double *y) {
  double v[N];
  memcpy(v, x, sizeof v);
  for (int t = 0; t < 3; t++)
    for (int i = 1; i < N; i++)
      v[i] = v[i - 1] * v[i] + 0.3;
  memcpy(y, v, sizeof v);
}
CHECK_VECTOR(against, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

/* A place is stored before it is read again in the same iteration, and in the next one. */
static void storedAhead(const double *x, double *y) {
  double v[N + 1];
  memcpy(v, x, sizeof v - sizeof *v);
  v[N] = x[3];
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < N - 1; i++) {
      double next = v[i + 1] * v[i + 2];
      v[i + 1] = next + x[2];
      y[i] += next * v[i] * v[i + 1];
      v[i] *= next;
    }
  for (int i = 0; i < N; i++)
    y[i] += v[i] * v[i + 1];
}
static void aheadOfReads(const double *x, double *y) {
  memset(y, 0, N * sizeof *y);
  storedAhead(x, y);
}
CHECK_VECTOR(aheadOfReads, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

static void bySteps(const double *x, double *y) {
  double v[N + 1];
  memcpy(v, x, N * sizeof *v);
  v[N] = x[1];
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < N - 3; i += 2) {
      v[i] = x[0] * v[i + 2] * v[i] + v[i + 1];
      v[i + 1] = v[i + 3] * v[i + 1];
    }
  memcpy(y, v, N * sizeof *v);
}
CHECK_VECTOR(bySteps, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

/* The store is left out in some iterations; what it would have overwritten stays. */
static void leftOut(const double *x, double *y) {
  double v[N];
  memcpy(v, x, sizeof v);
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < N - 1; i++) {
      double next = v[i + 1] * v[i] * x[t];
      if (next < v[i])
        v[i] = next;
    }
  memcpy(y, v, sizeof v);
}
CHECK_VECTOR(leftOut, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

/* Both places go to a second array, too. */
NOINLINE static void beside(double *v, double *w, int from, int to) {
  for (int i = from; i < to; i++) {
    w[i] += v[i + 1] * v[i];
    v[i] = w[i] * v[i + 1] + 0.5 * v[i];
  }
}
static void seldom(const double *x, double *y) {
  double v[N], w[N];
  memcpy(v, x, sizeof v);
  memcpy(w, x, sizeof w);
  for (int t = 0; t < 4; t++)
    beside(v, w, 2, 2 + t % 3);
  beside(v, w, 0, N - 1);
  for (int i = 0; i < N; i++)
    y[i] = v[i] * w[i];
}
CHECK_VECTOR(seldom, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

/* The second array is the first, some places on or behind. */
static void oneArray(const double *x, double *y) {
  double v[N + 4];
  memcpy(v, x, N * sizeof *v);
  memcpy(v + N, x, 4 * sizeof *v);
  for (int shift = -2; shift <= 2; shift++)
    beside(v + 2, v + 2 + shift, 0, N - 1);
  for (int i = 0; i < N; i++)
    y[i] = v[i] * v[i + 4];
}
CHECK_VECTOR(oneArray, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

/* A place that all iterations come to lies in the array. */
static void oneOfThem(const double *x, double *y) {
  double v[N];
  memcpy(v, x, sizeof v);
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < N - 1; i++)
      v[i] = v[4] * v[i + 1] + v[i];
  memcpy(y, v, sizeof v);
}
CHECK_VECTOR(oneOfThem, N, N, 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5, -0.6);

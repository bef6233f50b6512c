// Loops under a limit of the tape whose steps stay calls: what a step only reads through a parameter of an
// unknown size stays, or the loop keeps everything.
// alone: off, it takes an option of ours
// flags: -fenzyme-tape-limit=2K -Wno-enzyme-checkpoint
#include "check.h"
#include <enzyme/runtime.h>
#include <stdlib.h>
enum { N = 6, Steps = 40 };

NOINLINE static void step(int n, const double *c, const double *u, double *v) {
  for (int i = 0; i < n; i++)
    v[i] = u[i] + 0.1 * c[i] * sin(u[(i + 1) % n]) * u[i];
}

/// In two arrays of its own, which change places.
NOINLINE static double walk(int n, const double *start, const double *c) {
  double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), sum = 0;
  for (int i = 0; i < n; i++)
    u[i] = start[i], v[i] = 0;
  double *now = u, *next = v;
  for (int s = 0; s < Steps; s++) {
    step(n, c, now, next);
    double *last = now;
    now = next;
    next = last;
  }
  for (int i = 0; i < n; i++)
    sum += now[i] * now[i];
  free(u);
  free(v);
  return sum;
}
double stays(const double *x) {
  double c[N];
  for (int i = 0; i < N; i++)
    c[i] = x[i] * x[(i + 2) % N];
  return walk(N, x, c);
}

/// The caller changes what was read, behind the loop.
double changedByTheCaller(const double *x) {
  double c[N];
  for (int i = 0; i < N; i++)
    c[i] = x[i] * x[(i + 2) % N];
  double sum = walk(N, x, c);
  for (int i = 0; i < N; i++)
    c[i] = c[i] * c[i] + 3;
  return sum * walk(N, x, c);
}

/// The function itself does.
NOINLINE static double changed(int n, const double *start, double *c) {
  double u[N], v[N], sum = 0;
  for (int i = 0; i < n; i++)
    u[i] = start[i], v[i] = 0;
  for (int s = 0; s < Steps; s++) {
    step(n, c, u, v);
    step(n, c, v, u);
    u[0] *= 0.9;
  }
  for (int i = 0; i < n; i++) {
    sum += u[i] * c[i];
    c[i] *= c[i];
    sum += c[i];
  }
  return sum;
}
double changedBehind(const double *x) {
  double c[N];
  for (int i = 0; i < N; i++)
    c[i] = 0.5 + x[i] * x[(i + 2) % N];
  double sum = changed(N, x, c);
  return sum * c[1];
}

/// What a step reads through one parameter it writes through another.
static double field[N];
NOINLINE static double overItself(int n, const double *read) {
  double sum = 0;
  for (int s = 0; s < Steps; s++) {
    double next[N];
    step(n, read, field, next);
    step(n, next, read, field);
  }
  for (int i = 0; i < n; i++)
    sum += field[i] * read[i];
  return sum;
}
double readAndWritten(const double *x) {
  for (int i = 0; i < N; i++)
    field[i] = 0.3 * x[i];
  return overItself(N, field);
}

/// Rows found through pointers.
NOINLINE static void rows(int n, double *const *c, const double *u, double *v) {
  for (int i = 0; i < n; i++)
    v[i] = u[i] + 0.1 * *c[i] * u[(i + 1) % n];
}
double throughPointers(const double *x) {
  double held[N], *c[N], u[N], v[N], sum = 0;
  for (int i = 0; i < N; i++)
    held[i] = x[i] * x[i], c[i] = &held[(i + 1) % N], u[i] = x[i];
  for (int s = 0; s < Steps; s++) {
    rows(N, c, u, v);
    rows(N, c, v, u);
    held[s % N] *= 0.9;
  }
  for (int i = 0; i < N; i++)
    sum += u[i];
  return sum;
}

void __enzyme_autodiff_stays(void *, ...);
CHECK_VALUES(iterationsRunAgain) {
  double x[N] = {0.3, -0.2, 0.5, 0.1, 0.7, -0.4}, dx[N] = {0};
  uint64_t before = enzyme_rt_checkpoint_again();
  __enzyme_autodiff_stays((void *)stays, x, dx);
  EXPECT_TRUE(enzyme_rt_checkpoint_again() > before);
}
CHECK_FUNCTION(stays, N, 0.3, -0.2, 0.5, 0.1, 0.7, -0.4);
CHECK_FUNCTION(changedByTheCaller, N, 0.3, -0.2, 0.5, 0.1, 0.7, -0.4);
CHECK_FUNCTION(changedBehind, N, 0.3, -0.2, 0.5, 0.1, 0.7, -0.4);
CHECK_FUNCTION(readAndWritten, N, 0.3, -0.2, 0.5, 0.1, 0.7, -0.4);
CHECK_FUNCTION(throughPointers, N, 0.3, -0.2, 0.5, 0.1, 0.7, -0.4);

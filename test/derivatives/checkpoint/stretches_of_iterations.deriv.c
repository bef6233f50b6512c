// Iterations that keep little run again in stretches: what each keeps is its own, although those behind it have swapped the
// arrays, changed the scratch and taken other branches when it is reversed. Some keep much more than the ones before.
#include "check.h"
#include <stdlib.h>

enum { N = 24 };
typedef struct {
  double rate[N], history[3];
  int kicks;
} model;

static void step(model *m, const double *u, double *next, int t) {
  double *flux = malloc((N + 1) * sizeof *flux);
  int repeats = t % 13 == 5 ? 40 : 1 + t % 3;
  for (int i = 0; i <= N; i++)
    flux[i] = i > 0 && i < N ? m->rate[i] * (u[i - 1] - u[i]) : 0;
  for (int i = 0; i < N; i++)
    next[i] = u[i] + 0.1 * (flux[i] - flux[i + 1]);
  for (int r = 0; r < repeats; r++)
    if (next[(t + r) % N] > 0.3) {
      next[(t + r) % N] = sin(next[(t + r) % N]) * (1 + 0.01 * m->history[t % 3]);
      m->kicks++;
    }
  m->history[(t + 1) % 3] = m->history[t % 3] * 0.5 + next[t % N] * next[t % N];
  free(flux);
}
static double run(const double *start, const double *rate, int steps, int budget) {
  model m = {{0}, {0.5, 0.2, 0.1}, 0};
  double a[N], b[N], *u = a, *v = b, sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = b[i] = start[i], m.rate[i] = rate[i] * rate[i];
#pragma enzyme checkpoint(budget)
  for (int t = 0; t < steps; t++) {
    step(&m, u, v, t);
    double *other = u;
    u = v;
    v = other;
    sum += u[t % N] * m.history[2];
  }
  for (int i = 0; i < N; i++)
    sum += u[i] * u[i];
  return sum + 1e-3 * m.kicks;
}
static double runAll(const double *start, const double *rate, int steps) {
  model m = {{0}, {0.5, 0.2, 0.1}, 0};
  double a[N], b[N], *u = a, *v = b, sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = b[i] = start[i], m.rate[i] = rate[i] * rate[i];
  for (int t = 0; t < steps; t++) {
    step(&m, u, v, t);
    double *other = u;
    u = v;
    v = other;
    sum += u[t % N] * m.history[2];
  }
  for (int i = 0; i < N; i++)
    sum += u[i] * u[i];
  return sum + 1e-3 * m.kicks;
}

void __enzyme_autodiff_stretches(void *, ...);
CHECK_VALUES(likeKeepingEverything) {
  double start[N], rate[N];
  for (int i = 0; i < N; i++)
    start[i] = 0.5 + 0.4 * sin(i), rate[i] = 0.6 + 0.3 * cos(2 * i);
  for (int steps = 0; steps <= 90; steps += 9) {
    double all[N] = {0}, allRate[N] = {0};
    __enzyme_autodiff_stretches((void *)runAll, enzyme_dup, start, all, enzyme_dup, rate, allRate, steps);
    for (int budget = 1; budget <= 40; budget = 2 * budget + 1) {
      double d[N] = {0}, dRate[N] = {0};
      __enzyme_autodiff_stretches((void *)run, enzyme_dup, start, d, enzyme_dup, rate, dRate, steps, budget);
      for (int i = 0; i < N; i++) {
        EXPECT_CLOSE(d[i], all[i], 1e-11);
        EXPECT_CLOSE(dRate[i], allRate[i], 1e-11);
      }
    }
  }
}
static double ofEight(const double *x) {
  double start[N], rate[N];
  for (int i = 0; i < N; i++)
    start[i] = x[i % 4] + 0.02 * i, rate[i] = 0.5 + x[4 + i % 4];
  return run(start, rate, 30, 4);
}
CHECK_FUNCTION(ofEight, 8, 0.3, 0.5, 0.2, 0.7, 0.1, 0.3, 0.2, 0.4);

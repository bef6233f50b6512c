// Variables of which each thread has its own, from region to region.
//! teams: all
#ifndef REPEATS
#define REPEATS 40
#endif
#include "check.h"

static double state, table[4];
#pragma omp threadprivate(state, table)
static _Thread_local double scratch[3];

static double copied(double *x) { // each thread begins with the first one's
  double sum = 0;
  int threads = 0;
  state = x[0] * x[1];
  for (int i = 0; i < 4; i++)
    table[i] = sin(x[i]);
#pragma omp parallel copyin(state, table) reduction(+ : sum, threads)
  {
    threads++;
    state *= x[2] + 1;
    sum += state * table[1] * table[3];
    table[2] = state;
    sum += table[2] * table[2];
  }
  return sum / threads;
}
static double kept(double *x) { // what one region leaves, another one finds
  double sum = 0;
#pragma omp parallel
  state = 0.5;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++)
    state += x[i] * x[i];
#pragma omp parallel reduction(+ : sum)
  sum += state * 2 - 1; // linear: the same with any number of threads
#pragma omp parallel
  state = state * 0;
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads++;
  return sum + x[3] * state - threads * 0 + (1 - 0.5 * 2) * threads;
}
static void collect(const double *x, int i) {
  scratch[0] = x[i] * x[(i + 1) % N];
  scratch[1] = sin(scratch[0]);
  scratch[2] = scratch[1] * scratch[0];
}
static double workspace(double *x) { // of functions that are called
  double sum = 0;
#pragma omp parallel for schedule(dynamic, 3) reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    collect(x, i);
    sum += scratch[2] * scratch[1];
  }
  return sum;
}
static double older(double *x) { // a value from before, which has no derivative, in each thread
  double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += (table[0] + 2) * x[i] * x[i];
  return sum;
}

#define ALL(X) X(copied) X(kept) X(workspace) X(older)
ALL(DERIVATIVES)

static double next(double *x) { // is not reached by what the others left
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    table[0] = x[0] * x[1];
#pragma omp for
    for (int i = 0; i < N; i++)
      sum += table[0] * x[i];
  }
  return sum;
}
DERIVATIVES(next)

int main(void) {
#pragma omp parallel
  table[0] = 1;
  CHECK(copied)
#pragma omp parallel
  table[0] = 1;
  ALL(CHECK)
  CHECK(next)
  return failures != 0;
}

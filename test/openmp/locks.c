// Ordered sections, and locks that the program makes.
//! teams: all
#ifndef REPEATS
#define REPEATS 60
#endif
#include "check.h"

static double recurrence(double *x) { // the order of iterations, whatever threads do
  double state = x[0], out[N], sum = 0;
#pragma omp parallel for ordered schedule(dynamic, 2)
  for (int i = 1; i < N; i++) {
    double own = sin(x[i]);
#pragma omp ordered
    {
      state = 0.5 * sin(state) + own;
      out[i] = state;
    }
  }
  for (int i = 1; i < N; i++)
    sum += out[i] * out[i];
  return sum;
}
static double inShares(double *x) {
  double state = x[0], other = x[1];
#pragma omp parallel
  {
#pragma omp for ordered schedule(static) nowait
    for (int i = 1; i < N; i++)
#pragma omp ordered
      state = 0.3 * sin(state) * state + x[i];
#pragma omp for ordered schedule(static, 3)
    for (int i = 1; i < N; i++)
      if (i % 4)
#pragma omp ordered
        other = sin(other) * x[i];
  }
  return state * other;
}
static double lock(double *x) {
  double product = 1;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < N; i++) {
    double own = 1 + 0.02 * x[i];
    omp_set_lock(&lock);
    product *= own;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  return product;
}
struct cell {
  omp_lock_t lock;
  double value;
};
static double cells(double *x) { // a lock for each number, two at a time
  enum { count = 7 };
  struct cell all[count];
  double result = 0;
  for (int i = 0; i < count; i++) {
    omp_init_lock(&all[i].lock);
    all[i].value = 1;
  }
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < N; i++) {
    struct cell *low = &all[i % count], *high = &all[i % 5 + 1];
    if (low > high) {
      struct cell *other = low;
      low = high;
      high = other;
    }
    omp_set_lock(&low->lock);
    low->value *= 1 + 0.1 * x[i];
    if (high != low) {
      omp_set_lock(&high->lock);
      high->value *= 1 + 0.05 * x[i] * x[0];
      omp_unset_lock(&high->lock);
    }
    omp_unset_lock(&low->lock);
  }
  for (int i = 0; i < count; i++) {
    result += sqrt(all[i].value);
    omp_destroy_lock(&all[i].lock);
  }
  return result;
}

#define ALL(X) X(recurrence) X(inShares) X(lock) X(cells)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

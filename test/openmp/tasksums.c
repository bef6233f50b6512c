// Sums that tasks take part in (task_reduction, in_reduction, reduction(task, +)): by teams.
//! teams: all
#include "check.h"

static double grouped(double *x) {
  double sum = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < N; i++)
#pragma omp task in_reduction(+ : sum)
    sum += x[i] * x[i] * x[(i + 3) % N];
  return sum * x[0];
}
static double looped(double *x) {
  double sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum) grainsize(3)
    for (int i = 0; i < N; i++) {
      sum += x[i] * x[i] * x[(i + 3) % N];
      sum -= x[i];
    }
  }
  return sum * sum;
}
static double ofRegions(double *x) { // each thread adds to the region's own sum, too
  double sum = 0, other = 0;
#pragma omp parallel reduction(task, + : sum)
  {
    sum += x[0] * x[1];
#pragma omp single
    for (int i = 0; i < N; i++)
#pragma omp task in_reduction(+ : sum)
      sum += x[i] * x[i];
  }
#pragma omp parallel
#pragma omp for reduction(task, + : other)
  for (int i = 0; i < N; i++) {
    other += x[i];
#pragma omp task in_reduction(+ : other)
    other += x[i] * x[i];
  }
  return 1e-2 * sum * other;
}
static double whileTasksRun(double *x) { // each thread adds to what its own tasks add to
  double sum = 0, other = 0;
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp single
    for (int i = 0; i < N; i++) {
#pragma omp task in_reduction(+ : sum)
      sum += x[i] * x[i];
      sum += x[i] * x[1];
    }
  }
#pragma omp parallel
#pragma omp for reduction(task, + : other)
  for (int i = 0; i < N; i++) {
#pragma omp task in_reduction(+ : other)
    other += x[i] * x[i];
    other -= x[i] * x[2];
  }
  return 1e-2 * sum * other;
}
#define ALL(X) X(grouped) X(looped) X(ofRegions) X(whileTasksRun)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

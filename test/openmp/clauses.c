// Clauses and constructs that say how work is divided, beside those of constructs.c.
#include "check.h"

static double bound(double *x) {
  double y[N], sum = 0;
#pragma omp parallel for proc_bind(close) num_threads(3) schedule(auto)
  for (int i = 0; i < N; i++)
    y[i] = x[i] * x[(i + 1) % N];
#pragma omp parallel for proc_bind(spread) if (x[0] > -100) schedule(nonmonotonic : dynamic, 3)
  for (int i = 0; i < N; i++)
    y[i] *= x[i];
#pragma omp parallel for if (x[0] < -100) schedule(monotonic : static, 2) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i];
  return sum;
}
static double less(double *x) {
  double rest = 3;
#pragma omp parallel for reduction(- : rest)
  for (int i = 0; i < N; i++)
    rest -= x[i] * x[i] * x[i];
  return rest * rest;
}
static double scanned(double *x) { // y[i] is the sum of all up to i
  double y[N], z[N], sum = 0, before = 1;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < N; i++) {
    sum += x[i] * x[i];
#pragma omp scan inclusive(sum)
    y[i] = sum * x[i];
  }
#pragma omp parallel for reduction(inscan, + : before)
  for (int i = 0; i < N; i++) {
    z[i] = before * x[i];
#pragma omp scan exclusive(before)
    before += x[i] * x[i];
  }
  double all = 1e-2 * sum * before;
  for (int i = 0; i < N; i++)
    all += 1e-2 * y[i] * z[(i + 1) % N];
  return all;
}
static double looped(double *x) {
  double y[N], sum = 0;
#pragma omp parallel
  {
#pragma omp loop bind(parallel)
    for (int i = 0; i < N; i++)
      y[i] = x[i] * x[i];
#pragma omp for collapse(2) reduction(+ : sum) schedule(guided, 2)
    for (int i = 0; i < 7; i++)
      for (int j = 0; j < 29; j++)
        sum += y[i * 29 + j] * x[(i + j) % N];
  }
  return sum;
}
static double mergeable(double *x) {
  double y[N], sum = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < N; i += 7)
#pragma omp task mergeable priority(i) shared(y)
      for (int j = i; j < i + 7; j++)
        y[j] = x[j] * x[j] * x[0];
#pragma omp taskwait
#pragma omp taskloop simd num_tasks(4) shared(y)
    for (int i = 0; i < N; i++)
      y[i] *= x[i];
  }
  for (int i = 0; i < N; i++)
    sum += y[i];
  return sum;
}
static double allocated(double *x) { // by OpenMP's allocators
  double *y = omp_alloc(N * sizeof *y, omp_default_mem_alloc), sum = 0;
#pragma omp parallel
  {
    double *own = omp_aligned_alloc(64, 64, omp_default_mem_alloc);
#pragma omp for
    for (int i = 0; i < N; i++) {
      own[0] = x[i] * x[i];
      own[1] = own[0] * x[(i + 1) % N];
      y[i] = own[0] * own[1];
    }
    omp_free(own, omp_default_mem_alloc);
  }
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i];
  omp_free(y, omp_default_mem_alloc);
  return sum;
}
static double largest(double *x) { // an atomic comparison
  double most = -100;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double own = x[i] * x[(i + 1) % N];
#pragma omp atomic compare
    most = own > most ? own : most;
  }
  return most * most;
}
static double tiled(double *x) {
  double y[20][10], sum = 0;
#pragma omp parallel for
#pragma omp tile sizes(3, 4)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 10; j++)
      y[i][j] = x[i * 10 + j] * x[i];
#pragma omp parallel for
#pragma omp unroll partial(3)
  for (int i = 0; i < 20; i++)
    y[i][0] *= y[i][1];
  for (int i = 0; i < 20; i++)
    sum += y[i][0] * y[i][9];
  return sum;
}

#define ALL(X) X(tiled) X(bound) X(less) X(scanned) X(looped) X(mergeable) X(allocated) X(largest)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

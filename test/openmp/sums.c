// Sums into shadows that threads may share: where they meet none is lost.
#ifndef REPEATS
#define REPEATS 60
#endif
#include "check.h"

static double sameArray(double *x) { // threads meet at x[i + 1]
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N - 1; i++)
    sum += x[i] * x[i + 1];
  return sum;
}
static double far(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 1)
  for (int i = 2; i < N - 3; i++)
    sum += x[i - 2] * x[i] * x[i + 3];
  return sum;
}
static double dynamicNeighbours(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 5)
  for (int i = 1; i < N - 1; i++)
    sum += x[i - 1] * x[i + 1];
  return sum;
}
static double read(const double *a, const double *b, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i] * b[i];
  return sum;
}
__attribute__((noinline)) static double twoNames(double *x) { // one array by two names, apart and not
  return read(x, x + 1, N - 1) + read(x + 7, x, N - 7) + read(x, x + N / 2, N / 2) + read(x, x, N);
}
static double teamsOfTeams(double *x) { // the inner teams of all outer threads read the same
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = 0; k < 16; k++)
    sum += read(x, x + N / 2, N / 2) * (k + 1);
  return sum;
}
static double everywhere(double *x) { // all threads read all
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      sum += 1 / (1 + (x[i] - x[j]) * (x[i] - x[j]));
  return sum;
}
static double indexed(double *x) {
  int list[N];
  for (int i = 0; i < N; i++)
    list[i] = i * i % 11;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += x[i] * x[list[i]];
  return sum;
}
static double twoLoops(double *x) { // of one phase, shared out otherwise
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      sum += x[i] * x[i];
#pragma omp for schedule(dynamic, 1) nowait
    for (int i = 0; i < N; i++)
      sum += sin(x[i]);
  }
  return sum;
}
static double againWithoutWaiting(double *x) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  for (int k = 0; k < 4; k++) {
#pragma omp for schedule(dynamic, 1) nowait
    for (int i = 0; i < N; i++)
      sum += x[i] * x[i] * (k + 1);
  }
  return sum;
}
static double aloneAndTogether(double *x) { // the master reads what the others read, too
  double sum = 0, extra = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp master
    for (int i = 0; i < N; i++)
      extra += x[i] * x[i];
#pragma omp for
    for (int i = 0; i < N; i++)
      sum += x[i] * x[i] * x[i];
  }
  return sum * extra;
}
struct point {
  double a, b, c;
};
static double records(double *x) {
  const struct point *p = (const struct point *)x;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N / 3 - 1; i++)
    sum += p[i].a * p[i].b + p[i].c * p[i + 1].a;
  return sum;
}
static double copies(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 2)
  for (int i = 0; i < N - 4; i++) {
    double own[4];
    memcpy(own, x + i, sizeof own);
    sum += own[0] * own[3] + own[1] * own[2];
  }
  return sum;
}
__attribute__((noinline)) static double inner(const double *x, int i) {
  return x[i] * x[(i + 1) % N] * x[0];
}
static double called(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += inner(x, i);
  return sum;
}
static double table[N], scale;
static double globals(double *x) {
  memcpy(table, x, sizeof table);
  scale = x[0] * x[1];
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += scale * table[i] * table[i % 3];
  return sum;
}

#define ALL(X) \
  X(sameArray) X(far) X(dynamicNeighbours) X(twoNames) X(teamsOfTeams) X(everywhere) X(indexed) \
  X(twoLoops) X(againWithoutWaiting) X(aloneAndTogether) X(records) X(copies) \
  X(called) X(globals)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

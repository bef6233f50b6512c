// Regions in regions, of which each has a team of several threads; for a while, or throughout.
//! races: by the tool
#define N 60
#ifndef REPEATS
#define REPEATS 8
#endif
#include "check.h"

static double products(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < 8; i++) {
    double inner = 0;
#pragma omp parallel for reduction(+ : inner) num_threads(3)
    for (int j = 0; j < 20; j++)
      inner += x[i] * x[j];
    sum += inner * inner;
  }
  return sum;
}
static double forAWhile(double *x) { // going back, inner teams are as large as they were
  omp_set_max_active_levels(1);
  double sum = products(x);
  omp_set_max_active_levels(2);
  sum += products(x + 1) * x[0];
  omp_set_max_active_levels(1);
  return sum;
}
static double level(const double *x, int depth) {
  if (depth == 0)
    return x[0] * x[1];
  double parts[2];
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 2; i++)
    parts[i] = level(x + i + depth, depth - 1) * x[depth + i];
  return parts[0] * parts[1] + parts[0];
}
static double recursive(double *x) {
  omp_set_max_active_levels(3);
  double result = level(x, 3);
  omp_set_max_active_levels(1);
  return result;
}
static double frees(double *x) { // what inner teams free was made by others
  double *rows[8], sum = 0;
  omp_set_max_active_levels(2);
  for (int i = 0; i < 8; i++) {
    rows[i] = malloc(4 * sizeof(double));
    for (int j = 0; j < 4; j++)
      rows[i][j] = x[i] * x[i + j];
  }
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int half = 0; half < 2; half++)
#pragma omp parallel for reduction(+ : sum) num_threads(2)
    for (int i = 4 * half; i < 4 * half + 4; i++) {
      for (int j = 0; j < 4; j++)
        sum += rows[i][j] * rows[i][j];
      free(rows[i]);
    }
  omp_set_max_active_levels(1);
  return sum;
}
static double sections(double *x) { // the order is that of all teams
  double product = 1, total = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp for
  for (int i = 0; i < 4; i++) {
    double own = x[i];
#pragma omp parallel for num_threads(2) firstprivate(own)
    for (int j = 0; j < 4; j++) {
#pragma omp critical
      product *= 1 + 0.1 * x[4 * i + j] * own;
#pragma omp atomic
      total += own * x[j];
    }
  }
  omp_set_max_active_levels(1);
  return product * total;
}

#define ALL(X) X(forAWhile) X(recursive) X(frees) X(sections)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

// Memory that one region makes and another one frees is there until all that used it has been
// reversed, as are objects of inner teams, and what tasks free.
//! teams: all
#include "check.h"

static double **rowsOf(const double *x) {
  double **rows = malloc(20 * sizeof *rows);
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    rows[i] = malloc(10 * sizeof **rows);
    for (int j = 0; j < 10; j++)
      rows[i][j] = x[i] * x[j + 20];
  }
  return rows;
}
static double sumOf(double **rows) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 3)
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 10; j++)
      sum += rows[i][j] * rows[(i + 1) % 20][j];
  return sum;
}
static double byAnother(double *x) {
  double **rows = rowsOf(x), sum = sumOf(rows);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 20; i++)
    free(rows[i]);
  free(rows);
  return sum;
}
static double overTime(double *x) { // the same memory comes again
  double sum = 0;
  for (int step = 0; step < 4; step++) {
    double **rows = rowsOf(x + step);
    sum += sumOf(rows) * x[step];
#pragma omp parallel for
    for (int i = 19; i >= 0; i--)
      free(rows[i]);
    free(rows);
  }
  return sum;
}
static double inInnerTeams(double *x) {
  double **rows = rowsOf(x), sum = sumOf(rows);
#pragma omp parallel
#pragma omp single
  {
    double own = 0;
#pragma omp parallel for reduction(+ : own)
    for (int i = 0; i < 20; i++) {
      own += rows[i][i % 10] * x[i];
      free(rows[i]);
    }
    sum += own;
  }
  free(rows);
  return sum;
}
static double byTasks(double *x) {
  double **rows = rowsOf(x), sum = sumOf(rows), parts[20];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++)
#pragma omp task shared(parts)
  {
    parts[i] = rows[i][i % 10] * x[i + 1];
    free(rows[i]);
  }
  free(rows);
  for (int i = 0; i < 20; i++)
    sum += parts[i] * parts[i];
  return sum;
}

#define ALL(X) X(byAnother) X(overTime) X(inInnerTeams) X(byTasks)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

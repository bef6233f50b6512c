//! teams: all
// Rows of arrays whose length only a run knows: whose sums they are, and where threads meet.
#ifndef REPEATS
#define REPEATS 30
#endif
#include "check.h"

#define APART __attribute__((noinline)) static void

APART alone(const double *x, double *y, int rows, int w) { // no row is read by two
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int j = 0; j < w; j++)
      sum += x[i * w + j] * x[i * w + j];
    y[i] = sum * sin(sum);
  }
}
APART backwards(const double *x, double *y, long rows, long w) {
#pragma omp parallel for schedule(dynamic, 1)
  for (long i = 0; i < rows; i++) {
    double sum = 0;
    for (long j = w - 1; j >= 0; j--)
      sum += exp(-x[i * w + j]) * x[i * w + j];
    y[i] = sum;
  }
}
APART oneMore(const double *x, double *y, int rows, int w) { // the next row's first number, too
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < rows - 1; i++) {
    double sum = 0;
    for (int j = 0; j <= w; j++)
      sum += x[i * w + j] * x[i * w + j];
    y[i] = sum * sum;
  }
}
APART neighbours(const double *x, double *y, int rows, int w) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < w; j++) {
      double here = x[i * w + j], flow = here;
      if (i > 0)
        flow += sin(here - x[(i - 1) * w + j]);
      if (i < rows - 1)
        flow += sin(here - x[(i + 1) * w + j]);
      if (j > 0)
        flow += exp(-here) * x[i * w + j - 1];
      if (j < w - 1)
        flow += exp(-here) * x[i * w + j + 1];
      y[i * w + j] = flow * here;
    }
}
APART far(const double *x, double *y, int rows, int w) { // three rows on, in chunks of five
#pragma omp parallel for schedule(dynamic, 5)
  for (int i = 0; i < rows - 3; i++)
    for (int j = 0; j < w; j++)
      y[i * w + j] = x[i * w + j] * x[(i + 3) * w + j];
}
APART pitched(const double *x, double *y, int rows, int w) { // shorter rows than they are apart
  int few = w - w / 3;
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < few; j++)
      y[i * w + j] = sin(x[i * w + j]) * x[i * w];
}
APART crowded(const double *x, double *y, int rows, int w) { // rows that lie over each other
  int apart = w - w / 3;
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < w; j++)
      y[i * w + j] = sin(x[i * apart + j]) * x[i * apart + w - 1];
}
APART columns(const double *x, double *y, int rows, int w) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int j = 0; j < w; j++) {
    double sum = 0;
    for (int i = 0; i < rows; i++)
      sum += x[i * w + j] * x[i * w + j];
    y[j] = sum * sum;
  }
}
APART diagonals(const double *x, double *y, int rows, int w) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < rows - 1; i++)
    for (int j = 0; j < w - 1; j++)
      y[i * w + j] = x[i * w + j] * x[i * w + i % w] + x[i * (w + 1) % N];
}
APART upwards(const double *x, double *y, int rows, int w) { // the last row is the first
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < w; j++)
      y[i * w + j] = x[(rows - 1 - i) * w + j] * x[i * w + j];
}
APART bothAndFirst(const double *x, double *y, int rows, int w) { // all threads read the first row
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < w; j++)
      y[i * w + j] = x[j] * x[i * w + j];
}
APART unwritten(const double *x, double *y, int rows, int w) { // y and x may be one: two versions
#pragma omp parallel for
  for (int i = 1; i < rows; i++)
    for (int j = 0; j < w; j++) {
      double here = x[(i - 1) * w + j];
      y[i * w + j] += here * here;
    }
}

/* All shapes: 29 rows of 7, 203 of 1, 1 of 203, and none. */
static double over(void (*part)(const double *, double *, int, int), const double *x) {
  double result = 0;
  const int shapes[4][2] = {{29, 7}, {203, 1}, {1, 203}, {11, 0}};
  for (int s = 0; s < 4; s++) {
    double y[N] = {0};
    part(x, y, shapes[s][0], shapes[s][1]);
    for (int i = 0; i < N; i++)
      result += (s + 1) * y[i] * cos(0.3 * i);
  }
  return result;
}
static double overLong(void (*part)(const double *, double *, long, long), const double *x) {
  double result = 0;
  const long shapes[4][2] = {{29, 7}, {203, 1}, {2, 100}, {11, 0}};
  for (int s = 0; s < 4; s++) {
    double y[N] = {0};
    part(x, y, shapes[s][0], shapes[s][1]);
    for (int i = 0; i < N; i++)
      result += (s + 1) * sin(y[i]) * cos(0.3 * i);
  }
  return result;
}
#define OVER(f) \
  static double f##Rows(double *x) { return over(f, x); }
OVER(alone)
OVER(oneMore)
OVER(neighbours)
OVER(far)
OVER(pitched)
OVER(crowded)
OVER(columns)
OVER(diagonals)
OVER(upwards)
OVER(bothAndFirst)
OVER(unwritten)
static double backwardsRows(double *x) { return overLong(backwards, x); }

#define ALL(X) \
  X(aloneRows) X(oneMoreRows) X(neighboursRows) X(farRows) X(pitchedRows) X(crowdedRows) \
  X(columnsRows) X(diagonalsRows) X(upwardsRows) X(bothAndFirstRows) X(unwrittenRows) \
  X(backwardsRows)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

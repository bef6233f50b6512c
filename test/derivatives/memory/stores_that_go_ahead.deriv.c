// matrix: full
// Arrays that are read and written by one loop: stores that only go ahead of the loads,
// and stores that come back.
#include "check.h"

// A factorisation in place: row k is finished after step k.
NOINLINE static double factorise(double *a, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) {
    sum += log(a[k * n + k]);
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  return sum;
}
// The same with rows that a stride shorter than a row lets overlap.
NOINLINE static void overlappingRows(double *a, int n, int stride) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i * stride + j] -= 0.3 * a[i * stride + k] * a[k * stride + j];
}
double rows(const double *x) {
  double a[9], sum = 0;
  for (int i = 0; i < 9; i++)
    a[i] = x[i];
  overlappingRows(a, 3, 1);
  overlappingRows(a, 3, 2);
  overlappingRows(a + 6, 3, -2);
  overlappingRows(a, 3, 0);
  sum = a[0] + a[1] * a[2];
  for (int i = 0; i < 9; i++)
    a[i] = 0.1 * x[i];
  for (int i = 0; i < 3; i++)
    a[4 * i] += 2;
  return sum + factorise(a, 3) + a[3] * a[8];
}

NOINLINE static void steps(double *u, long times, long n) {
  for (long t = 0; t < times; t++)
    for (long i = 0; i < n; i++)
      u[(t + 1) * n + i] = u[t * n + i] * u[t * n + (i + 1) % n];
}
NOINLINE static void recurrence(double *x, int n, int by) {
  for (int i = 2; i < n; i++)
    x[i] = x[i - by] * x[i - 1] + 0.5 * x[i];
}
NOINLINE static void back(double *x, int n) {
  for (int i = n - 2; i >= 0; i--)
    x[i] = x[i] * x[i + 1];
  for (int i = n - 2; i >= 0; i--)
    x[i + 1] = x[i] * x[i + 1]; // reads what the next one writes
}
NOINLINE static void comesBack(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[n - 1 - i] *= x[i];
  for (int turn = 0; turn < 2; turn++) // each turn begins anew
    for (int i = 1; i < n; i++)
      x[i] *= x[i - 1];
  for (int i = 0; i + 1 < n; i++)
    x[i] = x[i + 1] * x[i + 1]; // the next overwrites what this one read
  double last = x[0] * x[1];
  for (int i = 0; i < n; i++)
    x[i] = last * x[i] * x[i];
}
void ahead(double *x) {
  steps(x, 3, 2);
  recurrence(x, 8, 2);
}
void behind(double *x) {
  recurrence(x, 7, -1);
  back(x, 4);
}
void returning(double *x) { comesBack(x, 3); }

CHECK_FUNCTION(rows, 9, 0.3, 0.9, -1.1, 0.7, 0.4, 1.2, 0.8, -0.5, 1.3);
CHECK_INPLACE(ahead, 8, 1.1, 0.9, 1.2, 0.8, 1.05, 0.95, 0.9, 1.1);
CHECK_INPLACE(behind, 8, 0.6, 0.5, 0.7, 0.4, 0.5, 0.3, 0.6, 0.7);
CHECK_INPLACE(returning, 3, 1.1, 0.9, 1.2);

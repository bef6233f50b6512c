// Loops that write all over the array they read: columns that are finished, rows that are
// longer or shorter than they look, places that a loop leaves alone, and some that it does not.
#include "check.h"

enum { N = 12 };

/// Columns up to k are final after step k, if rows do not run into each other.
NOINLINE static void eliminate(double *a, int n) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}
/// Columns run on into the next row.
NOINLINE static void intoTheNextRow(double *a, int n) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n + 2; j++)
        a[i * n + j] -= 0.3 * a[i * n + k] * a[k * n + j];
}
/// From the row before: columns below zero.
NOINLINE static void fromTheRowBefore(double *a, int n) {
  for (int k = 0; k < n; k++)
    for (int i = 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * n + j - 2] += 0.2 * a[i * n + k] * a[j];
}
/// The length of a row is another each time.
NOINLINE static void otherLengths(double *a, const int *length, int n) {
  for (int k = 0; k < n; k++) {
    int row = length[k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < row; j++)
        a[i * row + j] -= 0.3 * a[i * row + k] * a[k * row + j];
  }
}

void columns(double *x) { eliminate(x, 3); }
void longRows(double *x) { intoTheNextRow(x, 3); }
void rowBefore(double *x) { fromTheRowBefore(x, 3); }
void lengths(double *x) {
  static const int length[3] = {3, 2, 4};
  otherLengths(x, length, 3);
}

/// a[k] is one number in the loop, or is not, by one step.
NOINLINE static void around(double *a, int k, int n) {
  for (int j = k + 1; j < n; j++)
    a[j] -= 0.5 * a[k] * a[j];
  for (int j = k; j < n; j++)
    a[j] -= 0.25 * a[k] * a[j];
  for (int j = 0; j < k; j++)
    a[j] += 0.125 * a[k] * a[j];
  for (int j = 0; j <= k; j++)
    a[j] += 0.5 * a[k] * a[n - 1 - j];
  for (int j = n - 1; j > k; j--)
    a[j] *= a[k];
  for (int j = n - 1; j >= k; j--)
    a[j] *= 1 + 0.1 * a[k];
  for (int j = 0; j < n; j += 2)
    a[j] += a[k] * a[k];
}
void fixedPlace(double *x) {
  around(x, 4, N);
  around(x, 7, N);
  around(x, 0, N);
}
/// Only some iterations read it, and some loops have none.
NOINLINE static double sometimes(double *a, const double *other, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] > 0.5)
      sum += *other * a[i];
    a[i] += sum;
  }
  return sum;
}
void readsPerhaps(double *x) {
  sometimes(x, 0, 0);
  x[3] = sometimes(x, x + 5, 3);
  sometimes(x, x + 4, 6);
}
/// Two outer loops further out, and a write between.
void outwards(double *x) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      for (int k = 6; k < 9; k++)
        x[k] += x[i] * x[j] * x[k];
    x[i] += x[6];
  }
}

/// Sums whose places overlap from one iteration to the next, upwards, downwards, in steps.
NOINLINE static void stencils(const double *x, double *y, int n) {
  for (int i = 2; i < n - 1; i++)
    y[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i];
  for (int i = n - 3; i > 0; i--)
    y[i] += x[i + 2] * x[i] * x[i - 1];
  for (int i = 2; i + 2 < n; i += 2)
    y[i] -= x[i + 2] * x[i - 2] * x[i + 1];
  for (int i = 0; i + 2 < n; i++)
    y[i] += sin(x[i + 1]) * y[i + 1];
}
void stencil(const double *x, double *y) {
  y[0] = y[1] = y[N - 1] = x[0];
  stencils(x, y, N);
}
#define POINT 1.1, 0.4, -0.3, 0.6, 1.4, 0.2, -0.7, 0.35, 1.9, 0.8, -0.9, 0.45
CHECK_INPLACE(columns, 9, 1.1, 0.4, -0.3, 0.6, 1.4, 0.2, -0.7, 0.35, 1.9);
CHECK_INPLACE(longRows, N, POINT);
CHECK_INPLACE(rowBefore, N, POINT);
CHECK_INPLACE(lengths, N, POINT);
CHECK_INPLACE(fixedPlace, N, POINT);
CHECK_INPLACE(readsPerhaps, N, POINT);
CHECK_INPLACE(outwards, N, POINT);
CHECK_VECTOR(stencil, N, N, POINT);

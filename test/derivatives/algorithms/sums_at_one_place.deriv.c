// Loops whose reverse adds to one place in all iterations and to others of the same array: columns
// and rows of matrices, upwards and downwards, few iterations, and a place that the loop reads too.
#include "check.h"
enum { N = 20 };

static void fill(int n, double a[][N], const double *p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = (i == j ? 3 + p[0] : 0) + p[1] * sin(0.3 * i + 0.7 * j) + p[2] * cos(0.5 * i - p[3] * j);
}
static double weigh(int n, double a[][N]) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += (1 + (i + 2 * j) % 5) * a[i][j] * a[i][j];
  return sum / n;
}

__attribute__((noinline)) static void cholesky(int n, double a[][N]) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++)
      for (int i = j; i < n; i++)
        a[i][j] -= a[i][k] * a[j][k];
    double d = sqrt(a[j][j]);
    for (int i = j; i < n; i++)
      a[i][j] /= d;
  }
}
__attribute__((noinline)) static void eliminate(int n, double a[][N]) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
}
__attribute__((noinline)) static void downwards(int n, double *x, int at) {
  for (int i = n - 1; i >= 0; i--)
    x[i] = x[i] * x[at] + 0.3 * x[at];
}
__attribute__((noinline)) static void strided(int n, int step, double *x, double *y, int at) {
  for (int i = 0; i < n; i++)
    y[i * step] += x[i * step] * x[at] * 0.5;
}

void f(const double *p, double *r) {
  double a[N][N];
  r[0] = r[1] = r[2] = 0;
  for (int n = 3; n <= N; n += 4) {
    fill(N, a, p);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < i; j++)
        a[i][j] = a[j][i] *= 0.3;
    cholesky(n, a);
    r[0] += weigh(n, a);
    fill(N, a, p);
    eliminate(n, a);
    r[1] += weigh(n, a);
  }
  // The place is written midway, at the ends, outside.
  for (int at = 0; at < 16; at += 5) {
    fill(N, a, p);
    downwards(14, a[0], at);
    r[2] += weigh(2, a);
  }
}
CHECK_VECTOR(f, 4, 3, 0.4, 0.3, -0.2, 0.5);

void places(const double *p, double *r) {
  double a[N][N], *flat = (double *)a;
  r[0] = r[1] = r[2] = 0;
  for (int at = 0; at < 60; at += 7) {
    fill(N, a, p);
    strided(N, 3, flat, flat + 80, at);
    r[0] += weigh(N, a);
    fill(N, a, p);
    strided(N, -2, flat + 60, flat + 60, 1 - at);
    r[1] += weigh(N, a);
    fill(N, a, p);
    strided(N, 1, flat + 40, flat + 45, at);
    r[2] += weigh(N, a);
  }
}
CHECK_VECTOR(places, 4, 3, 0.4, 0.3, -0.2, 0.5);

// Loops whose reverse adds terms with roots, quotients and limiters to several places of an array:
// shorter and longer than a strip, downwards, in place, arrays that overlap, several arrays.
#include "check.h"
#include <string.h>
enum { N = 150, ROWS = 4, COLUMNS = 70 };

static void fill(int n, double *x, const double *p) {
  for (int i = 0; i < n; i++)
    x[i] = p[0] + p[1] * sin(0.3 * i) + p[2] * cos(0.7 * i + p[3]);
}
static double weigh(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (1 + i % 5) * x[i] * x[i];
  return sum / n;
}

__attribute__((noinline)) static void slopes(int n, const double *u, double *next) {
  for (int i = 1; i < n - 1; i++) {
    double left = fmax(u[i] - u[i - 1], 0), right = fmin(u[i + 1] - u[i], 0);
    next[i] = u[i] - 0.1 * sqrt(left * left + right * right + 0.01);
  }
}
__attribute__((noinline)) static void limited(int n, const double *u, double *next) {
  for (int i = n - 2; i > 0; i--) {
    double a = u[i] - u[i - 1], b = u[i + 1] - u[i];
    double least = fabs(a) < fabs(b) ? a : b, mean = 2 * a * b / (0.1 + a * a + b * b);
    next[i] = u[i] + (a * b > 0 ? least : 0) + mean / (1 + u[i] * u[i]);
  }
}
// The next iteration reads what this one writes.
__attribute__((noinline)) static void inPlace(int n, double *u) {
  for (int i = 1; i < n - 1; i++)
    u[i] = 0.5 * u[i] + 0.25 * sqrt(1 + u[i - 1] * u[i + 1] * u[i - 1] * u[i + 1]) / (2 + u[i] * u[i]);
}
__attribute__((noinline)) static void several(int n, const double *h, const double *p, double *outH,
                                              double *outP) {
  for (int i = 2; i < n - 2; i++) {
    double left = p[i - 1] / (3 + h[i - 1] * h[i - 1]), right = p[i + 1] / (3 + h[i + 1] * h[i + 1]);
    double speed = sqrt(1 + left * left + right * right);
    outH[i] = 0.5 * (p[i - 2] + p[i + 2] - speed * (h[i + 2] - h[i - 2]));
    outP[i] = left * p[i] - right * h[i];
  }
}
__attribute__((noinline)) static void rows(int columns, int count, const double *u, double *next) {
  for (int i = 1; i < count - 1; i++)
    for (int j = 1; j < columns - 1; j++) {
      int at = i * columns + j;
      double x = u[at + 1] - u[at - 1], y = u[at + columns] - u[at - columns];
      next[at] = sqrt(x * x + y * y + 0.1) / (1 + u[at] * u[at]);
    }
}
void f(const double *p, double *r) {
  static const int lengths[] = {5, 13, 14, 66, 67, N};
  double x[N], y[N] = {0};
  fill(N, x, p);
  r[0] = r[1] = 0;
  for (int k = 0; k < 6; k++) {
    slopes(lengths[k], x, y);
    r[0] += weigh(N, y);
    limited(lengths[k], x, y);
    r[1] += weigh(N, y);
  }
  inPlace(N, x);
  r[2] = weigh(N, x);
}
CHECK_VECTOR(f, 4, 3, 0.4, 0.3, -0.2, 0.5);

void arrays(const double *p, double *r) {
  double h[N], q[N], outH[N] = {0}, outQ[N] = {0}, u[ROWS * COLUMNS], next[ROWS * COLUMNS] = {0};
  fill(N, h, p);
  fill(N, q, p + 1);
  several(N, h, q, outH, outQ);
  r[0] = weigh(N, outH);
  r[1] = weigh(N, outQ);
  several(N - 60, h, h + 20, outH, outQ);
  r[2] = weigh(N, outH) + weigh(N, outQ);
  fill(ROWS * COLUMNS, u, p);
  rows(COLUMNS, ROWS, u, next);
  r[3] = weigh(ROWS * COLUMNS, next);
}
CHECK_VECTOR(arrays, 5, 4, 0.4, 0.3, -0.2, 0.5, 0.1);

// Written behind what is read, and ahead of it.
void overlapping(const double *p, double *r) {
  double x[2 * N];
  fill(2 * N, x, p);
  slopes(N, x + 2, x);
  r[0] = weigh(2 * N, x);
  limited(N, x, x + 3);
  r[1] = weigh(2 * N, x);
  several(N, x, x + 40, x + 41, x + 100);
  r[2] = weigh(2 * N, x);
}
CHECK_VECTOR(overlapping, 4, 3, 0.4, 0.3, -0.2, 0.5);

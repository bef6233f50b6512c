// A loop reads several places before it writes any of them, and the arrays may be one: the last
// write wins, at each place and in each iteration, however long the loop is.
// flags: -ffp-contract=off
#include "check.h"
enum { N = 60 };

__attribute__((noinline)) static void rise(double *x, double *y, int n) {
  for (int i = 2; i < n; i++) {
    double left = x[i - 1], right = x[i + 1], other = y[i];
    x[i - 1] = left + 1.5;
    x[i + 1] = right + 2.5;
    y[i] = other + 0.25;
  }
}
static double weigh(const double *x) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += (1 + i % 5) * x[i] * x[i];
  return sum / N;
}
void f(const double *p, double *r) {
  double x[N], y[N];
  for (int away = 0; away < 3; away++) {
    for (int i = 0; i < N; i++)
      x[i] = p[0] + p[1] * i, y[i] = p[2] * p[3] * i;
    rise(x, away == 2 ? y : x + away, N - 2);
    r[away] = weigh(x) + weigh(y);
  }
}
CHECK_VECTOR(f, 4, 3, 0.4, 0.3, -0.2, 0.5);

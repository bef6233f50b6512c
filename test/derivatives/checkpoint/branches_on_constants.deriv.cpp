// A loop that may keep snapshots fills its work array where a branch is left that always goes one way: its condition is a
// constant, which has no uses to look at.
// alone: off, it takes an option of ours
// flags: -fenzyme-tape-limit=1M
#include "check.h"
#include <vector>
static double dot(int n, const double *x, const double *y) {
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

static void laplace(int m, const double *c, const double *x, double *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      int k = i * m + j;
      double sum = 4.0 * x[k];
      if (i > 0)
        sum -= x[k - m];
      if (i < m - 1)
        sum -= x[k + m];
      if (j > 0)
        sum -= x[k - 1];
      if (j < m - 1)
        sum -= x[k + 1];
      y[k] = c[k] * x[k] + sum;
    }
}

[[gnu::noinline]] static double solve(int m, int steps, const double *c, const double *b) {
  int n = m * m;
  std::vector<double> x(n), r(b, b + n), p(b, b + n), q(n);
  for (int i = 0; i < n; i++)
    x[i] = 0.0;
  double square = dot(n, r.data(), r.data());
  for (int s = 0; s < steps; s++) {
    laplace(m, c, p.data(), q.data());
    double alpha = square / dot(n, p.data(), q.data());
    for (int i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    double next = dot(n, r.data(), r.data()), beta = next / square;
    square = next;
    for (int i = 0; i < n; i++)
      p[i] = r[i] + beta * p[i];
  }
  return dot(n, x.data(), x.data());
}
int rows = 2, steps = 3; // known to the run only

void f(const double *x, double *y) {
  y[0] = solve(rows, steps, x, x + 4);
}
CHECK_VECTOR(f, 8, 1, 0.3, -0.2, 0.5, .1, .7, .9, .2, .4);

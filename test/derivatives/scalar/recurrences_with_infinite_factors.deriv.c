// Recurrences whose factor is a quotient: where that is finite a copy of the loop multiplies only, where it is not the
// adjoints that are zero stay so.
// flags: -fno-math-errno
#include "check.h"

static const double table[9] = {1, -0.5, 0.25, 2, -1, 0.125, 3, -2, 1};

/// Clenshaw's recurrence in y.
static double series(double y, int n) {
  double d = 0, before = 0;
  for (int k = n; k > 0; k--) {
    double next = y * d - before + table[k % 9];
    before = d;
    d = next;
  }
  return y * d - before;
}
static int volatile many = 12;

double regular(double x) { return series(1 / (x - 2), many); }
CHECK_SCALAR(regular, 0.5, -1, 0.25, 1.5);

/// Infinite from 0.36 on, where it is not chosen.
static double factor(double x) { return exp(2000 * x) + 1 / (x - 2); }
double notChosen(double x) {
  double s = series(factor(x), many);
  return x > 0.2 ? x * x * x : s;
}
CHECK_SCALAR(notChosen, 0.5, -1, -0.75, 0.75);

double someChosen(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double s = series(factor(x[i]), many);
    sum += x[i] > 0.2 ? x[i] * x[i] : s;
  }
  return sum;
}
CHECK_FUNCTION_N(someChosen, 4, 0.5, -1, 2.5, -0.5);

/// Both: a factor that stays and one that changes.
double twoFactors(double x) {
  double c = 1 / (x - 3), d = x, e = 1;
  for (int k = 0; k < many; k++) {
    double next = c * d + e / (k + x);
    e = c * e - d;
    d = next;
  }
  return d + e;
}
CHECK_SCALAR(twoFactors, 0.5, 1, 1.5, 4.5);

// Functions found at run time: tables, callbacks, qsort of what carries derivative.
#include "check.h"
static double square(double x) { return x * x; }
static double wave(double x) { return sin(3 * x); }
static void scale(double *x) { *x = *x * 2.5; }
static void shift(double *x) { *x = exp(-*x); }
static double (*const values[])(double) = {square, wave};
static void (*const changes[])(double *) = {scale, shift};
static volatile int start = 1;
static double table(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.5 + values[(start + i) % 2](x[i]);
  return s;
}
CHECK_FUNCTION_N(table, 4, 0.1, 0.9, -0.4, 2.0);
static void changed(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    y[i] = x[i];
    changes[(start + i) % 2](&y[i]);
  }
}
CHECK_VECTOR_N(changed, 3, 3, 0.3, 1.4, -0.2);
NOINLINE static double fold(const double *x, int n, double (*step)(double, double)) {
  double s = x[0];
  for (int i = 1; i < n; i++)
    s = step(s, x[i]);
  return s;
}
static double product(double a, double b) { return a * b + a; }
static double quotient(double a, double b) { return a / b; }
static double folds(const double *x, int n) { return fold(x, n, start ? product : quotient) * fold(x, n, quotient); }
CHECK_FUNCTION_N(folds, 3, 0.3, 1.4, -0.2);

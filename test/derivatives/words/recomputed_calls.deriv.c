// Calls of functions that the program wants computed again rather than kept: alone, with
// callees, in loops, with integers; those that cannot be repeated are kept all the same.
#include "check.h"
__attribute__((noinline, enzyme_shouldrecompute)) static double cheap(double x) { return x * x + 1; }
__attribute__((noinline, annotate("enzyme_shouldrecompute"))) static double wave(double x, int k) {
  return sin(x * k) + cheap(x);
}
NOINLINE static double listed(double x) { return 3 / (x + 2); }
void *__enzyme_shouldrecompute_listed = (void *)listed;
static double state = 1;
__attribute__((noinline, enzyme_shouldrecompute)) static double counts(double x) {
  state += x;
  return x * state;
}
static double scale = 1;
__attribute__((noinline, enzyme_shouldrecompute)) static double scaled(double x) {
  return x * scale;
}
static double rescaled(double x) {
  scale = 2;
  double a = scaled(x);
  scale = 5;
  double b = scaled(a);
  scale = 7;
  return sin(a) * b * b;
}
static double loops(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s = s * cheap(x[i]) + wave(x[i] * s, i) * listed(s);
  return s;
}
static void overwrites(double *x) {
  for (int i = 0; i < 3; i++) {
    double a = cheap(x[i]), b = wave(a, 2);
    x[i] = a * b * listed(b);
  }
}
static double remembers(double x) {
  state = 1;
  double a = counts(x), b = counts(a);
  return a * b;
}
CHECK_FUNCTION_N(loops, 3, 0.4, 0.9, -0.3);
CHECK_INPLACE(overwrites, 3, 0.4, 0.2, 0.3);
CHECK_SCALAR(remembers, 0.7, 1.3);
CHECK_SCALAR(rescaled, 0.7, 1.3);

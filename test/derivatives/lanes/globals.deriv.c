// Globals that carry derivative: a shadow for each lane, zero at each request.
#include "check.h"
static double state, table[3];
static double *where = table;
double f(double x) {
  state = x * x;
  for (int i = 0; i < 3; i++)
    where[i] = state * (i + 1);
  state += table[2] * x;
  return state * table[1];
}
CHECK_SCALAR(f, 0.5, -1.25);

static double accumulated;
NOINLINE static void add(double v) { accumulated = accumulated + v * v; }
double g(const double *x, int n) {
  accumulated = 0;
  for (int i = 0; i < n; i++)
    add(x[i]);
  return sqrt(accumulated);
}
CHECK_FUNCTION_N(g, 3, 1.0, 2.0, 2.0);

static _Thread_local double mine;
double h(double x, double y) {
  mine = x * y;
  mine *= mine;
  return mine + x;
}
CHECK_SCALAR2(h, 1.5, -0.5);

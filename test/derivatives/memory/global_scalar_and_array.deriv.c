// Active values stored in globals and read back, also where the store is not forwarded.
#include "check.h"
double state;
static double history[8];

NOINLINE static void record(double x, int i) { history[i] = x * state; }
double f(double x) {
  state = x * x;
  for (int i = 0; i < 4; i++)
    record(x + i, i);
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += history[i] * (i + 1);
  return sum * state;
}

CHECK_SCALAR(f, 1.5, -0.5);

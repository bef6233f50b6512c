// thread_local scratch arrays and counters, one with a constructor.
#include "check.h"

struct Scratch {
  double values[16];
  int used;
  Scratch() : used(0) {}
  void push(double v) { values[used++] = v; }
};
thread_local Scratch scratch;
thread_local int calls = 0;
static thread_local double last;

double f(const double *x, int n) {
  scratch.used = 0;
  for (int i = 0; i < n; i++)
    scratch.push(x[i] * x[(i + 1) % n]);
  calls++;
  last = scratch.values[0];
  double r = 0;
  for (int i = 0; i < scratch.used; i++)
    r += scratch.values[i] * scratch.values[i] * last;
  return r;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);

// A state machine in a loop: switch, continue and a state carried along.
#include "check.h"

double f(const double *x, int n) {
  enum { Idle, Rising, Falling } state = Idle;
  double energy = 0, last = 0;
  for (int i = 0; i < n; i++) {
    switch (state) {
    case Idle:
      if (x[i] > 0.5)
        state = Rising;
      break;
    case Rising:
      energy += x[i] * last;
      if (x[i] < last)
        state = Falling;
      break;
    case Falling:
      energy *= x[i];
      state = x[i] > 0 ? Idle : Falling;
      continue;
    }
    last = x[i] * x[i];
  }
  return energy + last;
}

CHECK_FUNCTION_N(f, 7, 0.1, 0.7, 1.2, 0.9, -0.4, 0.3, 0.8);

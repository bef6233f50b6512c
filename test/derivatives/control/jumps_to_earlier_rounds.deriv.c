// setjmp in a loop, and jumps to it from before it, an iteration later: what was computed in front of
// setjmp is what it was when that was called.
#include "check.h"
#include <setjmp.h>

static jmp_buf restart;
static int left; // jumps that are still to come

NOINLINE static double squared(double x, int jumps) {
  if (jumps && left > 0) {
    left--;
    longjmp(restart, 2);
  }
  return x * x;
}

static double jumps_back_to_an_earlier_round(const double *x) {
  volatile double sum = 0;
  volatile int round = 0;
  left = 1;
  for (; round < 3; round++) {
    double first = squared(x[round], round == 2);
    double weight = first * x[0] + round;
    int size = round + 2;
    double parts[4] = {weight, x[1], weight * x[2], x[3]};
    if (setjmp(restart) == 0)
      sum += squared(parts[size - 2], 0) * weight;
    else
      sum += parts[size - 1] * weight * size;
  }
  return sum;
}
CHECK_FUNCTION(jumps_back_to_an_earlier_round, 4, 0.7, -0.4, 0.9, 1.3);

static double jumps_within(const double *x) {
  volatile double sum = 0;
  volatile int i = 0;
  left = 2;
  for (; i < 4; i++) {
    double scale = sin(x[i]);
    for (volatile int j = 0; j < 2; j++) {
      double factor = scale * x[j] + squared(x[1], 0);
      if (setjmp(restart) == 0)
        sum += squared(factor, i == 1) * scale;
      else
        sum -= factor * scale;
    }
  }
  return sum;
}
CHECK_FUNCTION(jumps_within, 4, 0.7, -0.4, 0.9, 1.3);

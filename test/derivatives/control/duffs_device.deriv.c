// Duff's device: a switch into the middle of a loop.
#include "check.h"

double f(const double *x, int n) {
  double r = 1;
  const double *p = x;
  int rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0:
    do {
      r = r * *p++ + 1;
    case 3:
      r = r * *p++ + 1;
    case 2:
      r = r * *p++ + 1;
    case 1:
      r = r * *p++ + 1;
    } while (--rounds > 0);
  }
  return r;
}

CHECK_FUNCTION_N(f, 7, 1, -0.5, 0.75, 0.5, 1.25, 0.3, -0.7);

// Irreducible control flow: a loop entered in two places.
#include "check.h"

double f(double x, double y) {
  double r = 1;
  int i = 0;
  if (x > y)
    goto middle;
top:
  r = r * x + 0.5;
middle:
  r = r * y + 0.25;
  if (++i < 4)
    goto top;
  return r;
}

CHECK_SCALAR2(f, 1.1, 0.7, 0.7, 1.1);

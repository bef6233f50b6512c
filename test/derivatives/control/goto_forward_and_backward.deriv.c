// goto over code and back, as generated and old code does.
#include "check.h"

double f(double x) {
  int i = 0;
  double r = x;
again:
  if (i == 3)
    goto skip;
  r *= x + i;
skip:
  if (++i < 6)
    goto again;
  if (r < 0)
    goto negative;
  return r;
negative:
  return r * r;
}

CHECK_SCALAR(f, 0.5, -0.5);

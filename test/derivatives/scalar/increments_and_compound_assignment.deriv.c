// ++, --, +=, -=, *=, /= on floats, and an argument that is assigned to.
#include "check.h"

double steps(double x) {
  double r = x++;
  r *= x;
  r -= --x * 3;
  r /= x + 2;
  x += r;
  return x * r;
}

CHECK_SCALAR(steps, 1.5, -0.5);

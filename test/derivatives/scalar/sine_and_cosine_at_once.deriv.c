// sincos stores both results through pointers.
#define _GNU_SOURCE
#include "check.h"

double both(double x) {
  double s, c;
  sincos(x * x, &s, &c);
  return s * 2 + c * x;
}

CHECK_SCALAR(both, 0.5, 2);

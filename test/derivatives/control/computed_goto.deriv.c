// A small interpreter with labels as values.
#include "check.h"

double f(double x) {
  static const unsigned char program[] = {0, 1, 0, 2, 1, 3};
  static const void *const labels[] = {&&add, &&multiply, &&sine, &&stop};
  double r = 1;
  const unsigned char *at = program;
  goto *labels[*at++];
add:
  r += x;
  goto *labels[*at++];
multiply:
  r *= x;
  goto *labels[*at++];
sine:
  r = sin(r);
  goto *labels[*at++];
stop:
  return r;
}

CHECK_SCALAR(f, 0.5, -1.5);

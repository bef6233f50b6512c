// Many values merge at one point; some are constants.
#include "check.h"

double f(double x, double y) {
  double a, b, c;
  if (x > 1) {
    a = x * y, b = 2, c = y;
  } else if (x > 0) {
    a = 3, b = x, c = x * x;
  } else if (y > 0) {
    a = y, b = y, c = 0;
  } else {
    a = b = c = x - y;
  }
  return a * b + c * b;
}

CHECK_SCALAR2(f, 2, 3, 0.5, 3, -1, 3, -1, -3);

// Values carried from one iteration to the next, two at a time.
#include "check.h"

double f(double x, double y) {
  double a = x, b = y;
  for (int i = 0; i < 6; i++) {
    const double next = a * b + 0.1 * a;
    a = b;
    b = next;
  }
  return a + b;
}

CHECK_SCALAR2(f, 0.9, 1.1);

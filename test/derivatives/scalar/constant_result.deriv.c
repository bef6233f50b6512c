// A function that does not depend on its argument has derivative zero.
#include "check.h"

double constant(double x) { return 42; }
double cancelled(double x) {
  const double unused = sin(x);
  return (void)unused, 3.0;
}
double partly(double x, double y) { return y * y; }

CHECK_SCALAR(constant, 1);
CHECK_SCALAR(cancelled, 1);
CHECK_SCALAR2(partly, 1, 3);

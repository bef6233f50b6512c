// A loop whose body runs at least once.
#include "check.h"

double f(double x) {
  double r = x;
  do
    r = r * r - 0.5;
  while (r > 0.75);
  return r * x;
}

CHECK_SCALAR(f, 1.1, 1.3, 0.2);

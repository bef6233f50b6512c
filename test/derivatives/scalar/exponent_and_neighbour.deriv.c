// logb, ilogb are flat; nextafter moves with its first argument.
#include "check.h"

double flat(double x) { return x * (logb(x) + ilogb(x)); }
double neighbour(double x) {
  const double next = nextafter(x, 10.0);
  return next * next;
}

CHECK_SCALAR(flat, 3, 0.3);
CHECK_SCALAR(neighbour, 3, 0.3);

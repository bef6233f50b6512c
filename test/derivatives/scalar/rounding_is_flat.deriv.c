// floor, ceil, trunc, round, rint, nearbyint, roundeven: their own derivative is zero, their
// factor's is not.
#define _GNU_SOURCE
#include "check.h"

double all(double x) {
  return x * (floor(x) + 2 * ceil(x) + 3 * trunc(x) + 5 * round(x) + 7 * rint(x) +
              11 * nearbyint(x) + 13 * roundeven(x));
}
double toIntegers(double x) { return x * (double)(lround(x) + llround(x) + lrint(x) + llrint(x)); }

CHECK_SCALAR(all, 1.3, -2.7, 4.1);
CHECK_SCALAR(toIntegers, 1.3, -2.7, 4.1);

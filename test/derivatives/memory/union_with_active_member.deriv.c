// A union used as a double in one place and as an integer in another.
#include "check.h"
typedef union {
  double number;
  long count;
  float half[2];
} cell;

double f(double x) {
  cell a, b;
  a.number = x * x;
  b.count = 3;
  double r = a.number * (double)b.count;
  b.number = r + x;
  r += b.number * a.number;
  a.count = 2;
  return r * (double)a.count;
}

CHECK_SCALAR(f, 1.5, -0.5);

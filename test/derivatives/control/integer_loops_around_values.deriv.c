// Integer control of its own (a Collatz sequence) around floating work.
#include "check.h"

double f(double x) {
  double r = x;
  for (unsigned start = 3; start < 8; start += 2)
    for (unsigned k = start; k != 1; k = k % 2 ? 3 * k + 1 : k / 2)
      r = k % 2 ? r * x * 0.9 : r + x / k;
  return r;
}

CHECK_SCALAR(f, 0.8, -0.6);

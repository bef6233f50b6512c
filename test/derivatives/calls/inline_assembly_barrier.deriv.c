// Empty inline assembly as a compiler barrier.
#include "check.h"

double f(double x) {
  double r = x * x;
  __asm__ volatile("" ::: "memory");
  r *= x;
  return r;
}

CHECK_SCALAR(f, 1.5, -0.5);

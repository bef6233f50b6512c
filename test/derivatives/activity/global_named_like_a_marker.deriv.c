// A global whose name contains enzyme_const is an ordinary variable: its stores carry derivatives.
#include "check.h"
double cache_enzyme_const_last;
double f(double x) {
  cache_enzyme_const_last = x * x;
  return cache_enzyme_const_last * x;
}

CHECK_SCALAR(f, 3);

// switch on an integer made from an active value.
#include "check.h"

double f(double x) {
  switch ((int)floor(x)) {
  case -1:
    return x * x;
  case 0:
    return x * x * x;
  case 1:
    return sin(x);
  case 2:
    return 1 / x;
  }
  return 5;
}

CHECK_SCALAR(f, -0.5, 0.5, 1.5, 2.5, 9.5);

// A loop of known length, and one whose length is an argument.
#include "check.h"

double eight(double x) {
  double r = 1;
  for (int i = 0; i < 8; i++)
    r = r * x + i;
  return r;
}
double variable(const double *x, int n) {
  double r = 1;
  for (int i = 0; i < n; i++)
    r = r * x[i] + sin(r);
  return r;
}

CHECK_SCALAR(eight, 0.9, -1.1);
CHECK_FUNCTION_N(variable, 4, 1, -0.5, 0.75, 0.5);

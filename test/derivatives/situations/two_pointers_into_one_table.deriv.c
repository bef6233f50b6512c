// Two pointers into one const table plus an in-place accumulate: p(4+3p) at 2 is 16.
// matrix: full
#include "check.h"
static const double table[4] = {1, 4, 3, 9};

static void axpy(double *into, const double *factor, double by) { *into += *factor * by; }
double f(double p) {
  const double *first = &table[1], *second = &table[2];
  double sum = 0;
  axpy(&sum, first, 1);
  axpy(&sum, second, p);
  return p * sum;
}

CHECK_SCALAR(f, 2, -1);
CHECK_VALUES(closed) { EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 2.0), 16); }

// x written through a reference declared inside a 5-trip loop, then summed: 5.
// matrix: full
#include "check.h"

double f(double x) {
  double cells[5];
  for (int i = 0; i < 5; i++) {
    double &cell = cells[i];
    cell = x;
  }
  double sum = 0;
  for (double cell : cells)
    sum += cell;
  return sum;
}

CHECK_SCALAR(f, 2);
CHECK_VALUES(closed) { EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 2.0), 5); }

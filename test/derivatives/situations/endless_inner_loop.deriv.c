// A counted outer loop around an endless inner loop left by break: adding x(j+1), n=3, gives 10.
// matrix: full
#include "check.h"

double f(double x) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    int j = 0;
    for (;;) {
      sum += x * (j + 1);
      if (j >= i)
        break;
      j++;
    }
  }
  return sum;
}

CHECK_SCALAR(f, 2);
CHECK_VALUES(closed) { EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 2.0), 10); }

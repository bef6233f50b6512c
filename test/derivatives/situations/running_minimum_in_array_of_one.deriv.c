// A running minimum over neighbours kept in a 1-element array; times 3 at (3,1,2) is (0,3,0).
// matrix: full
#include "check.h"

double f(const double *x, int n) {
  double m[1] = {1e30};
  for (int i = 0; i < n; i++)
    if (x[i] <= m[0])
      m[0] = x[i];
  return 3 * m[0];
}

CHECK_FUNCTION_N(f, 3, 3, 1, 2);

// Global variables that are never active: read-only tables, mutable coefficients, a table named
// like a marker.
#include "check.h"
const double table_enzyme_const_x[3] = {1, 2, 3};
double coefficient = 2;
static float factors[2][2] = {{1, 2}, {3, 4}};

double f(double x) {
  double r = 0;
  for (int i = 0; i < 3; i++)
    r = r * x + table_enzyme_const_x[i] * coefficient;
  for (int i = 0; i < 2; i++)
    r *= factors[i][1 - i] * x;
  return r;
}

CHECK_SCALAR(f, 0.5, -1.5);
CHECK_VALUES(unchanged) {
  __enzyme_autodiff_check((void *)f, 0.5);
  EXPECT_TRUE(coefficient == 2 && factors[0][1] == 2 && factors[1][0] == 3);
}

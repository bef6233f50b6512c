// Dynamic time warping with a soft minimum: a table filled row by row.
#include "check.h"

static double softMinimum(double a, double b, double c, double t) {
  const double m = fmin(a, fmin(b, c));
  return m - t * log(exp((m - a) / t) + exp((m - b) / t) + exp((m - c) / t));
}
double f(const double *x) {
  double table[5][5];
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      table[i][j] = i || j ? 1e3 : 0;
  for (int i = 1; i < 5; i++)
    for (int j = 1; j < 5; j++) {
      const double d = x[i - 1] - x[j + 3];
      table[i][j] = d * d + softMinimum(table[i - 1][j], table[i][j - 1], table[i - 1][j - 1], 0.7);
    }
  return table[4][4];
}

CHECK_FUNCTION(f, 8, 0.1, 0.9, 1.4, 0.3, 0.2, 1.1, 1.3, -0.4);

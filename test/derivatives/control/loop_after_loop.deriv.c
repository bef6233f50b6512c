// Consecutive loops, the later ones with the lengths the earlier ones found.
#include "check.h"

double f(const double *x, int n) {
  int positive = 0;
  double sum = 0, r = 1;
  for (int i = 0; i < n; i++)
    positive += x[i] > 0;
  for (int i = 0; i < positive; i++)
    sum += x[i] * x[i];
  for (int i = positive; i-- > 0;)
    r = r * sum + x[i];
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -0.75, 0.25, 0.1);

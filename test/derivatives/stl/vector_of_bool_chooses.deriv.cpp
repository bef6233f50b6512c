// A vector<bool> of bits decides which values take part.
#include "check.h"
#include <vector>

double f(const double *x, int n) {
  std::vector<bool> isUsed(n, false);
  for (int i = 0; i < n; i += 2)
    isUsed[i] = true;
  isUsed.push_back(true);
  double r = 1;
  for (int i = 0; i < n; i++)
    if (isUsed[i])
      r *= x[i];
    else
      r += x[i] * x[i];
  return r;
}

CHECK_FUNCTION_N(f, 5, 0.5, -1.5, 0.75, 2.0, 1.25);

// Values stored as float, accumulated as double, converted at each access.
#define CHECK_REAL float
#define CHECK_TOLERANCE 5e-3
#include "check.h"

float f(const float *x, int n) {
  double sum = 0;
  float stored[4];
  for (int i = 0; i < n; i++)
    stored[i] = (float)((double)x[i] * x[i]);
  for (int i = 0; i < n; i++)
    sum += (double)stored[i] * x[n - 1 - i];
  return (float)(sum * 0.5);
}

CHECK_FUNCTION_N(f, 4, 0.5f, -0.5f, 1, 0.75f);

// Derivatives of derivatives of code that works in float and in long double.
#define NEST_TOLERANCE 2e-5
#include "nests.h"
double inFloat(double x) {
  float y = (float)x;
  return sinf(y) * y * y;
}
#define f1(x) (x * x * cos(x) + 2 * x * sin(x))
#define f2(x) ((2 - x * x) * sin(x) + 4 * x * cos(x))
#define f3(x) ((6 - x * x) * cos(x) - 6 * x * sin(x))
double inLongDouble(double x) {
  long double y = x, sum = 0;
  for (int i = 0; i < 3; i++)
    sum += expl(y * i);
  return (double)sum; // 1 + e^x + e^2x
}
#define l1(x) (exp(x) + 2 * exp(2 * x))
#define l2(x) (exp(x) + 4 * exp(2 * x))
#define l3(x) (exp(x) + 8 * exp(2 * x))

CHECK_NESTS(inFloat, f1, f2, f3, 0.75, -0.5);
CHECK_NESTS(inLongDouble, l1, l2, l3, 0.75, -0.5);

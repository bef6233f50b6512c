// Derivatives of derivatives through branches, switches, selects, minima and absolute values.
#include "nests.h"
double pieces(double x) {
  if (x > 1)
    return x * x * x;
  else if (x < -1)
    return sin(x);
  return exp(x);
}
#define p1(x) (x > 1 ? 3 * x * x : x < -1 ? cos(x) : exp(x))
#define p2(x) (x > 1 ? 6 * x : x < -1 ? -sin(x) : exp(x))
#define p3(x) (x > 1 ? 6 : x < -1 ? -cos(x) : exp(x))
double switched(double x) {
  double r = x;
  for (int i = 0; i < 4; i++)
    switch (i % 3) {
    case 0:
      r *= x;
      break;
    case 1:
      r += x * x;
      // falls through
    default:
      r = r * 2;
    }
  return r; // i=0: x^2, 1: 4x^2, 2: 8 x^2, 3: 8 x^3
}
#define s1(x) (24 * x * x)
#define s2(x) (48 * x)
#define s3(x) 48
double bounded(double x) { return fmax(x * x, 1) * fabs(x) + fmin(x, 10) * copysign(x, 1.0); }
// |x|>1: |x|^3 + x|x|; else |x| + x|x|
#define sg(x) (x > 0 ? 1 : -1)
#define b1(x) (sg(x) * (fabs(x) > 1 ? 3 * x * x + 2 * x : 1 + 2 * x))
#define b2(x) (sg(x) * (fabs(x) > 1 ? 6 * x + 2 : 2))
#define b3(x) (sg(x) * (fabs(x) > 1 ? 6 : 0))

CHECK_NESTS(pieces, p1, p2, p3, 2, -3, 0.5);
CHECK_NESTS(switched, s1, s2, s3, 2, -0.5);
CHECK_NESTS(bounded, b1, b2, b3, 2, 0.5, -2, -0.25);

// Derivatives of derivatives through qsort with a comparison of values.
#include "nests.h"
static int byValue(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
double weighted(double x) { // sorted: x - 1, x, x^2 + 1 for the points below
  double a[3] = {x * x + 1, x, x - 1};
  qsort(a, 3, sizeof *a, byValue);
  return a[0] * a[1] * a[2];
}
// (x - 1) x (x^2 + 1) = x^4 - x^3 + x^2 - x
#define w1(x) (4 * x * x * x - 3 * x * x + 2 * x - 1)
#define w2(x) (12 * x * x - 6 * x + 2)
#define w3(x) (24 * x - 6)

CHECK_NESTS(weighted, w1, w2, w3, 2, -0.5);

// Derivatives of derivatives through kept calls that read, write and return pointers.
#include "nests.h"
NOINLINE static void multiply(const double *a, const double *b, double *to) { *to = *a * *b; }
double byPointers(double x) { // x^4 by two products, the second in place
  double y = x, z;
  multiply(&x, &y, &z);
  multiply(&z, &z, &z);
  return z;
}
#define p1(x) (4 * x * x * x)
#define p2(x) (12 * x * x)
#define p3(x) (24 * x)
NOINLINE static double *larger(double *a, double *b) { return *a > *b ? a : b; }
double pointerReturned(double x) {
  double a = x * x, b = 2 * x;
  double *chosen = larger(&a, &b);
  *chosen *= x;
  return a + b; // x > 2 (or < 0): x^3 + 2x; else x^2 + 2x^2
}
#define r1(x) (x > 2 || x < 0 ? 3 * x * x + 2 : 6 * x)
#define r2(x) (x > 2 || x < 0 ? 6 * x : 6)
#define r3(x) (x > 2 || x < 0 ? 6 : 0)
NOINLINE static double *build(double x, int n) {
  double *a = (double *)malloc(sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    a[i] = x * (i + 1);
  return a;
}
NOINLINE static double consume(double *a, int n) {
  double product = 1;
  for (int i = 0; i < n; i++)
    product *= a[i];
  free(a);
  return product;
}
double builtAndConsumed(double x) { return consume(build(x, 3), 3); } // 6 x^3
#define b1(x) (18 * x * x)
#define b2(x) (36 * x)
#define b3(x) 36

CHECK_NESTS(byPointers, p1, p2, p3, 2, -0.5);
CHECK_NESTS(pointerReturned, r1, r2, r3, 3, 1, -0.5);
CHECK_NESTS(builtAndConsumed, b1, b2, b3, 2, -0.5);

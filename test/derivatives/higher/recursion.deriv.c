// Derivatives of derivatives of functions that call themselves and each other.
#include "nests.h"
NOINLINE static double powerOf(double x, int n) {
  if (n == 0)
    return 1;
  double half = powerOf(x, n / 2);
  return n % 2 ? half * half * x : half * half;
}
double seventh(double x) { return powerOf(x, 7); }
#define s1(x) (7 * pow(x, 6))
#define s2(x) (42 * pow(x, 5))
#define s3(x) (210 * pow(x, 4))
NOINLINE static double odd(double x, int n);
NOINLINE static double even(double x, int n) { return n == 0 ? 1 : 1 + x * odd(x, n - 1); }
NOINLINE static double odd(double x, int n) { return n == 0 ? 1 : sin(x) * even(x, n - 1); }
// 1 + x sin x (1 + x sin x (1)) with 4 steps: 1 + u + u^2, u = x sin x
double alternating(double x) { return even(x, 4); }
#define u0 (x * sin(x))
#define u1 (sin(x) + x * cos(x))
#define u2 (2 * cos(x) - x * sin(x))
#define u3 (-3 * sin(x) - x * cos(x))
#define a1(x) ((1 + 2 * u0) * u1)
#define a2(x) (2 * u1 * u1 + (1 + 2 * u0) * u2)
#define a3(x) (6 * u1 * u2 + (1 + 2 * u0) * u3)
NOINLINE static void fill(double *a, int n, double x) {
  if (n == 0)
    return;
  a[0] = n * x * x;
  fill(a + 1, n - 1, x);
  a[0] *= x;
}
double filled(double x) { // (3 + 2 + 1) x^3
  double a[3];
  fill(a, 3, x);
  return a[0] + a[1] + a[2];
}
#define f1(x) (18 * x * x)
#define f2(x) (36 * x)
#define f3(x) 36

CHECK_NESTS(seventh, s1, s2, s3, 1.2, -0.5);
CHECK_NESTS(alternating, a1, a2, a3, 1.2, -0.5);
CHECK_NESTS(filled, f1, f2, f3, 1.2, -0.5);

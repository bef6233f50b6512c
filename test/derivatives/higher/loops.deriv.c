// Derivatives of derivatives of loops: counted, nested, left by break, as long as a value says.
#include "nests.h"
double powerByLoop(double x) {
  double r = 1;
  for (int i = 0; i < 5; i++)
    r *= x;
  return r;
}
#define p1(x) (5 * x * x * x * x)
#define p2(x) (20 * x * x * x)
#define p3(x) (60 * x * x)
double seriesOfExp(double x) {
  double term = 1, sum = 0;
  for (int i = 1; fabs(term) > 1e-18; i++) {
    sum += term;
    term *= x / i;
  }
  return sum;
}
#define s1(x) exp(x)
double nested(double x) { // sum over i < 4, j <= i of x^(i - j) = 4 + 3x + 2x^2 + x^3
  double sum = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j <= i; j++) {
      double r = 1;
      for (int m = j; m < i; m++)
        r *= x;
      sum += r;
    }
  return sum;
}
#define n1(x) (3 + 4 * x + 3 * x * x)
#define n2(x) (4 + 6 * x)
#define n3(x) 6
double rootByNewton(double x) {
  double r = x;
  for (;;) {
    double next = 0.5 * (r + x / r);
    if (fabs(next - r) < 1e-15 * r)
      break;
    r = next;
  }
  for (int i = 0; i < 3; i++) // derivatives follow the value
    r = 0.5 * (r + x / r);
  return r;
}
#define r1(x) (0.5 / sqrt(x))
#define r2(x) (-0.25 * pow(x, -1.5))
#define r3(x) (0.375 * pow(x, -2.5))

CHECK_NESTS(powerByLoop, p1, p2, p3, 1.5, -2, 0);
CHECK_NESTS(seriesOfExp, s1, s1, s1, 1, -0.5);
CHECK_NESTS(nested, n1, n2, n3, 2, -0.5);
CHECK_NESTS(rootByNewton, r1, r2, r3, 2, 0.3);

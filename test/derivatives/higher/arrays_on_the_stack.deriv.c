// Derivatives of derivatives through arrays on the stack, written, overwritten and copied.
#include "nests.h"
double prefixes(double x) { // x + x^2 + x^3 + x^4
  double a[4];
  a[0] = x;
  for (int i = 1; i < 4; i++)
    a[i] = a[i - 1] * x;
  double sum = 0;
  for (int i = 3; i >= 0; i--)
    sum += a[i];
  return sum;
}
#define a1(x) (1 + 2 * x + 3 * x * x + 4 * x * x * x)
#define a2(x) (2 + 6 * x + 12 * x * x)
#define a3(x) (6 + 24 * x)
double overwritten(double x) { // (x^2)^2 sin(x^2)
  double a[2] = {x, 1};
  for (int i = 0; i < 2; i++) {
    a[0] = a[0] * a[0];
    if (i == 0)
      a[1] = sin(a[0]);
  }
  return a[0] * a[1];
}
#define sx sin(x *x)
#define cx cos(x *x)
#define o1(x) (4 * pow(x, 3) * sx + 2 * pow(x, 5) * cx)
#define o2(x) (12 * x * x * sx + 18 * pow(x, 4) * cx - 4 * pow(x, 6) * sx)
#define o3(x) (24 * x * sx + 96 * pow(x, 3) * cx - 60 * pow(x, 5) * sx - 8 * pow(x, 7) * cx)
double copied(double x) { // x^3 + x^2
  double a[3] = {x, x * x, x * x * x}, b[3];
  memcpy(b, a, sizeof a);
  a[1] = 100;
  memmove(b, b + 1, 2 * sizeof *b);
  memset(a, 0, sizeof a);
  return a[0] + a[1] + b[0] + b[1];
}
#define c1(x) (2 * x + 3 * x * x)
#define c2(x) (2 + 6 * x)
#define c3(x) 6

CHECK_NESTS(prefixes, a1, a2, a3, 2, -0.5);
CHECK_NESTS(overwritten, o1, o2, o3, 1.2, -0.5);
CHECK_NESTS(copied, c1, c2, c3, 2, -0.5);

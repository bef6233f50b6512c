// More lanes than a vector holds; integers, long double and library functions with two results.
#include "check.h"
extern int enzyme_width, enzyme_scalar, enzyme_buffer;
typedef struct {
  double v[37];
} V37;
typedef struct {
  long double v[2];
} L2;
typedef struct {
  int v[6];
} I6;
V37 __enzyme_batch_37(void *, ...);
L2 __enzyme_batch_l(void *, ...);
I6 __enzyme_batch_i(void *, ...);

double f(double x, double k) {
  int e;
  double m = frexp(x, &e), i;
  return x > 5 ? modf(x * k, &i) + i : m + e;
}
long double square(long double x) { return x > 0 ? x * x : -x; }
int gcd(int a, int b) {
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}

CHECK_VALUES(many) {
  double x[37];
  for (int i = 0; i < 37; i++)
    x[i] = 0.25 + i * 0.7;
  V37 r = __enzyme_batch_37((void *)f, enzyme_width, 37, enzyme_buffer, 8, x, enzyme_scalar, 1.5);
  for (int i = 0; i < 37; i++)
    EXPECT_EXACT(r.v[i], f(x[i], 1.5));
  L2 l = __enzyme_batch_l((void *)square, enzyme_width, 2, 3.0L, -0.5L);
  EXPECT_EXACT((double)l.v[0], 9);
  EXPECT_EXACT((double)l.v[1], 0.5);
  I6 g = __enzyme_batch_i((void *)gcd, enzyme_width, 6, 12, 18, 7, 100, 0, 5, 18, 12, 21, 75, 4, 0);
  int expected[6] = {6, 6, 7, 25, 4, 5};
  for (int i = 0; i < 6; i++)
    EXPECT_EXACT(g.v[i], expected[i]);
}

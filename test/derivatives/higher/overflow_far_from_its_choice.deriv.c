// A value that overflowed and was not chosen contributes nothing to the second derivative, however
// many products lie between the choice and the overflow.
#include "check.h"
#define P10(k) P2(k) P2(k+2) P2(k+4) P2(k+6) P2(k+8)
#define P2(k) u *= w[k]; u *= w[k+1];
static double f(double x, const double *w) {
  double u = exp(x);
  P10(0) P10(10) P10(20) P10(30) P10(40) P10(50) P10(60) P10(70)
  return x > 700 ? w[0] * x : u;
}
extern double __enzyme_autodiff_x(void *, int, double, int, const double *);
extern void __enzyme_autodiff_w(void *, int, double, int, const double *, double *);
double slope(double x, const double *w) { return __enzyme_autodiff_x((void *)f, enzyme_out, x, enzyme_const, w); }
CHECK_VALUES(far_away) {
  double w[80], d[80] = {0};
  for (int i = 0; i < 80; i++) w[i] = 1 + i * .001;
  __enzyme_autodiff_w((void *)slope, enzyme_const, 800., enzyme_dup, w, d);
  EXPECT_CLOSE(d[0], 1., 1e-12);
  for (int i = 1; i < 80; i++) EXPECT_CLOSE(d[i], 0., 1e-12);
}

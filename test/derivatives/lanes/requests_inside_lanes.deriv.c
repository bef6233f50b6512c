// Derivatives of derivatives in lanes: lanes inside, outside, and on both sides.
// alone: off, the function itself asks for derivatives
#include "check.h"
extern int enzyme_dupv;
typedef struct {
  double t[2];
} T2;
typedef struct {
  double t[3];
} T3;
static double f(const double *x) { return x[0] * x[0] * x[1] + sin(x[0] * x[1]); }
T2 __enzyme_fwddiff_2(void *, ...);
T3 __enzyme_fwddiff_3(void *, ...);
double __enzyme_fwddiff_1(void *, ...);
void __enzyme_autodiff_v(void *, ...);

// The gradient, by two lanes of forward mode.
static void gradient(const double *x, double *g) {
  double unit[2][2] = {{1, 0}, {0, 1}};
  T2 t = __enzyme_fwddiff_2((void *)f, enzyme_width, 2, enzyme_dupv, sizeof unit[0], x, unit[0]);
  g[0] = t.t[0], g[1] = t.t[1];
}
CHECK_VECTOR(gradient, 2, 2, 0.7, 1.3, -0.4, 2.0);

// The same by two lanes of reverse mode, the second of which is doubled.
static void output(const double *x, double *y) { *y = f(x); }
static void both(const double *x, double *g) {
  double a[2] = {0, 0}, b[2] = {0, 0}, y, ya = 1, yb = 2;
  __enzyme_autodiff_v((void *)output, enzyme_width, 2, enzyme_dup, x, a, b, enzyme_dup, &y, &ya, &yb);
  g[0] = a[0], g[1] = b[1];
}
CHECK_VECTOR(both, 2, 2, 0.7, 1.3, -0.4, 2.0);

static double slope(double x, double y) {
  double p[2] = {x, y}, d[2] = {y, x};
  return __enzyme_fwddiff_1((void *)f, enzyme_dup, p, d);
}
CHECK_SCALAR2(slope, 0.7, 1.3);

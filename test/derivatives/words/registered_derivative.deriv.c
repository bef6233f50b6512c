// Registered forward rules, used in forward mode only (words 3.3).
// oracle: differs, its rules are wrong, so as to be seen
#include "check.h"
typedef struct {
  double p, t;
} PT;
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff(void *, ...);
double sq(double x) { return x * x; }
PT sq_d(double x, double dx) {
  PT r = {x * x, 100 * dx};
  return r;
}
void *__enzyme_register_derivative_sq[2] = {(void *)sq, (void *)sq_d};
void v(double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
}
void v_d(double *x, double *dx, double *y, double *dy, int n, int n2) {
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i];
    dy[i] = 1000 * dx[i];
  }
}
void *__enzyme_register_derivative_v[2] = {(void *)v, (void *)v_d};
double f(double x, double y) { return sq(x) * x + sq(y); }
double g(double x) {
  double y;
  v(&x, &y, 1);
  return y;
}
double h(double x) { return sq(x); }

CHECK_VALUES(words) {
  EXPECT_CLOSE(__enzyme_fwddiff((void *)f, 3.0, 1.0, enzyme_const, 5.0), 309, 1e-12);
  EXPECT_CLOSE(__enzyme_fwddiff((void *)g, 3.0, 1.0), 1000, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff((void *)h, 3.0), 6, 1e-12);
}

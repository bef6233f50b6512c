#include <math.h>

void balance(int n, const double *x, int np, const double *p, double *r) {
  r[0] = x[0] * x[0] + p[0] * x[1] - 2 * p[1];
  r[1] = x[1] * x[1] * x[1] + x[0] - p[1] * p[0];
}
void wave(int n, const double *x, int np, const double *p, double *next) { next[0] = p[0] + p[1] * sin(x[0]); }
void growth(int n, double t, const double *y, int np, const double *p, double *dy) { dy[0] = p[0] * y[0] * (2 - y[0]); }

#include <enzyme/implicit.h>

void wave(int n, const double *x, int np, const double *p, double *next);
void growth(int n, double t, const double *y, int np, const double *p, double *dy);
static void unused(int n, const double *x, int np, const double *p, double *next) { next[0] = x[0]; }
enzyme_map kept = unused;

double rest(double a, double b) {
  double x = 0.5;
  const double p[2] = {a, b};
  enzyme_fixed_point(wave, 0, 1, &x, 2, p);
  return x * b;
}

double grown(double rate) {
  const enzyme_ode_settings settings = {10, 0, 0, 0, 0, 0};
  const double t[2] = {0, 1}, from = 1;
  double y;
  enzyme_ode(growth, 1, &from, t, 1, &rate, &y, &settings);
  return y;
}

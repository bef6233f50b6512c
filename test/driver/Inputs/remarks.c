#include <math.h>
#include <stdlib.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const, enzyme_width;

double fused(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    sum += t;
  }
  return sum;
}

double squared(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    sum += t;
  }
  return sum * sum;
}

void step(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] * x[i];
}

double kept(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += exp(x[i]) * x[i];
  return sum;
}

double unknown(double);
#ifdef REFUSED
double refused(const double *x) { return unknown(*x); }
#endif

void apart(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i] * x[i];
}

double power(double x, int n) { return n == 0 ? 1 : x * x + power(x * 0.5, n - 1); }
double called(double x, int n) {
  return power(x, n);
}

void lanes(double a, const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] * x[i] + y[i];
}

void all(double *x, double *d, double *y, double *e, int n) {
  __enzyme_autodiff((void *)fused, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)squared, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)step, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)kept, enzyme_dup, x, d, enzyme_const, n);
  __enzyme_autodiff((void *)apart, enzyme_dup, x, d, enzyme_dup, y, e, enzyme_const, n);
  __enzyme_autodiff((void *)called, *x, enzyme_const, n);
  __enzyme_fwddiff((void *)lanes, enzyme_width, 4, enzyme_dup, 1.0, 1.0, 0.0, 0.0, 0.0, enzyme_dup,
                   x, d, e, d, e, enzyme_dup, y, e, d, e, d, enzyme_const, n);
#ifdef REFUSED
  __enzyme_autodiff((void *)refused, enzyme_dup, x, d);
#endif
}

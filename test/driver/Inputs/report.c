// A page about: a kept value, a fused loop, a call, and text that HTML must not take for its own.
#include <math.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
const char *text = "</script><script>alert(1)</script> <b>&amp;";
double inner(double x) { return sin(x) * x; } /* <i>not slanted</i> & more */
__attribute__((noinline)) void step(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] * inner(x[i]);
}
double model(double *x, int n) {
  step(x, n);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < n; k++)
      t = sin(t) * t;
    sum += t;
  }
  return sum;
}
double square(double x) { return x * x; }
double ask(double *x, double *d, int n) {
  return __enzyme_autodiff((void *)model, x, d, n) + __enzyme_fwddiff((void *)square, *x, 1.0);
}

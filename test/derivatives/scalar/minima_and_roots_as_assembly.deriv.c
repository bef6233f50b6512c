// Minima, maxima and roots written as assembly, one instruction each, as Eigen and C libraries do.
#include "check.h"
typedef double two __attribute__((vector_size(16)));
static two smaller(two a, two b) {
  two result = b;
  __asm__("minpd %[a], %[result]" : [result] "+x"(result) : [a] "x"(a));
  return result;
}
static two larger(two a, two b) {
  two result = b;
  __asm__("maxpd %[a], %[result]" : [result] "+x"(result) : [a] "x"(a));
  return result;
}
static double root(double x) {
  double result;
  __asm__("sqrtsd %1, %0" : "=x"(result) : "x"(x));
  return result;
}
static float smallerSingle(float a, float b) {
  __asm__("minss %1, %0" : "+x"(b) : "x"(a));
  return b;
}
void f(const double *x, double *y) {
  two v = {x[0], x[1]}, w = {x[2], x[3]};
  two low = smaller(v * w, v), high = larger(v, w);
  long double wide = x[3] * x[3];
  __asm__("fsqrt" : "+t"(wide));
  y[0] = low[0] * high[0];
  y[1] = low[1] * high[1];
  y[2] = root(x[0] * x[0] + 2) * (double)wide;
  y[3] = x[1] * x[3] + smallerSingle((float)x[0], 0.75f) * 1e-9;
}
CHECK_VECTOR(f, 4, 4, 0.5, -1.5, 2, -0.75, -0.25, 3, 1.5, 2.5);

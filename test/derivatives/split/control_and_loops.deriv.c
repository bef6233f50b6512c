// Halves, and forward mode from their tape, of every kind of control flow: loops of unknown length,
// early exits, nests, switches, recursion.
#define CHECK_FROM_TAPE
#include "check.h"
static double newton(double a) {
  double x = a;
  while (fabs(x * x - a) > 1e-12)
    x = 0.5 * (x + a / x);
  return x * a;
}
static double nest(const double *x) {
  double s = 0.1;
  for (int i = 0; i < 4; i++)
    for (int j = i; j < 4; j += i % 2 + 1) {
      if (x[j] < 0)
        continue;
      s = s * x[j] + sin(x[i] * s);
      if (s > 3)
        break;
    }
  return s * s;
}
static double search(const double *x) {
  double s = 1;
  for (int i = 0; i < 4; i++) {
    if (s * x[i] > 1.5)
      return s * x[i] * x[0];
    switch (i) {
    case 0:
      s += x[i] * x[3];
      break;
    case 2:
      s *= cos(x[i]);
    default:
      s -= 0.1 * x[i] * x[i];
    }
  }
  return s;
}
NOINLINE static double tower(double x, int n) { return n == 0 ? x : sin(tower(x, n - 1)) + x * tower(x * 0.5, n - 1); }
static double recursive(double x, double y) { return tower(x, 3) * tower(y, 2); }
static void stencil(const double *x, double *y) {
  double u[4], v[4];
  for (int i = 0; i < 4; i++)
    u[i] = x[i];
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < 4; i++)
      v[i] = u[i] + 0.1 * u[(i + 1) % 4] * u[(i + 3) % 4];
    for (int i = 0; i < 4; i++)
      u[i] = v[i] * v[i];
  }
  for (int i = 0; i < 4; i++)
    y[i] = u[i];
}
static void inPlace(double *x) {
  for (int sweep = 0; sweep < 2; sweep++)
    for (int i = 1; i < 4; i++)
      x[i] = x[i] * x[i - 1] + cos(x[i]);
}
CHECK_SCALAR(newton, 2.0, 0.7);
CHECK_FUNCTION(nest, 4, 0.5, 1.2, -0.3, 0.8);
CHECK_FUNCTION(search, 4, 0.5, 1.2, -0.3, 0.8, 0.4, 0.3, 0.2, 0.1);
CHECK_SCALAR2(recursive, 0.7, 1.1);
CHECK_VECTOR(stencil, 4, 4, 0.5, 1.2, -0.3, 0.8);
CHECK_INPLACE(inPlace, 4, 0.5, 1.2, -0.3, 0.8);

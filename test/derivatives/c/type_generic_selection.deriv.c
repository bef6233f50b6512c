// _Generic and <tgmath.h> choose the function by type.
#define CHECK_TOLERANCE 1e-3
#include "check.h"
#include <complex.h>
#include <tgmath.h>

static double squareOfDouble(double v) { return v * v; }
static float cubeOfFloat(float v) { return v * v * v; }
static int twiceInt(int v) { return 2 * v; }
#define act(v) _Generic((v), double: squareOfDouble, float: cubeOfFloat, int: twiceInt)(v)
#define kind(v) _Generic((v), double *: 1, const double *: 2, default: 3)

double f(const double *x) {
  float single = (float)x[0];
  double r = act(x[0]) + act(single) + act(3) + kind(x) * x[1];
  double complex z = x[0] + x[1] * I;
  r += exp(x[0]) + cosf(single) + pow(x[0], 3) + fabs(x[1]) + creal(exp(z)) + sqrt(x[0] * x[0] + 1) + fma(x[0], x[1], r);
  return r;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);

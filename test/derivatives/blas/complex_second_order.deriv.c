// A Hessian times a vector through zgemm, ztrsm, zherk, zgemv and zdotc: forward over reverse and reverse
// over forward, against differences of the gradient.
// only: -O2 asan
// bits: differ, sums within products are taken in any order
// oracle: off, it sees no code of BLAS
// link: -lopenblas
#include "blas.h"
#include <complex.h>

double _Complex zdotc_(num, in, num, in, num);
void zgemm_(flag, flag, num, num, num, in, in, num, in, num, in, real *, num);
void zgemv_(flag, num, num, in, in, num, in, num, in, real *, num);
void zherk_(flag, flag, num, num, in, in, num, in, real *, num);
void ztrsm_(flag, flag, flag, flag, num, num, in, in, num, real *, num);

enum { n = 2, parts = 2 * n * n, numbers = 2 * parts };
static real value(const real *x) {
  const int size = n, all = n * n, step = 1;
  const real one[2] = {1, 0}, zero[2] = {0, 0};
  real product[parts], other[parts], triangle[parts], y[2 * n];
  zgemm_("C", "N", &size, &size, &size, x, x, &size, x + parts, &size, zero, product, &size);
  for (int i = 0; i < parts; i++)
    triangle[i] = (i % 2 ? 0 : 3) + x[parts + i] / 2, other[i] = x[i] * x[(i + 3) % numbers];
  zherk_("U", "N", &size, &size, x + 2, product, &size, x + 5, other, &size);
  ztrsm_("L", "U", "C", "N", &size, &size, one, triangle, &size, product, &size);
  ztrsm_("R", "L", "T", "N", &size, &size, x + 4, triangle, &size, other, &size);
  zgemv_("T", &size, &size, x + 2, product, &size, x + 4, &step, zero, y, &step);
  double _Complex sum = zdotc_(&all, product, &step, other, &step);
  return creal(sum) * y[0] + cimag(sum) * y[1] + y[2] * y[3];
}

#define NUMBERS 1.5, -0.5, 1.0, 0.75, 1.25, -1.5, 0.3, 1.1, -0.9, 0.6, 0.8, -1.2, 0.4, 0.7, -0.2, 0.9
static void gradient(const real *x, real *g) {
  for (int i = 0; i < numbers; i++)
    g[i] = 0;
  __enzyme_autodiff_checkv((void *)value, enzyme_dup, x, g);
}
CHECK_VECTOR(gradient, numbers, numbers, NUMBERS);

real __enzyme_fwddiff_slope(void *, ...);
static void slope(const real *x, real *s) {
  real direction[numbers];
  for (int i = 0; i < numbers; i++)
    direction[i] = x[i] * (real)(i + 1) / 4;
  s[0] = __enzyme_fwddiff_slope((void *)value, enzyme_dup, x, direction);
}
CHECK_VECTOR(slope, numbers, 1, NUMBERS);

// A Hessian times a vector through dgemm, dtrsm, dgemv and ddot: forward over reverse and
// reverse over forward, against differences of the gradient.
// only: -O2 asan
// bits: differ, sums within products are taken in any order
// oracle: off, it sees no code of BLAS
// link: -lopenblas
#include "blas.h"

enum { n = 2, elements = 4, numbers = 3 * elements };
static real value(const real *x) {
  const int size = n, all = elements, one_ = 1;
  const real one = 1, zero = 0, half = 0.5;
  real product[elements], triangle[elements], y[n];
  F(gemm)("N", "T", &size, &size, &size, x, x, &size, x + elements, &size, &zero, product, &size);
  F(gemm)("N", "N", &size, &size, &size, &half, x + 4, &size, x, &size, x + 1, product, &size);
  for (int i = 0; i < elements; i++)
    triangle[i] = 3 + x[2 * elements + i];
  F(trsm)("L", "U", "T", "N", &size, &size, &one, triangle, &size, product, &size);
  F(gemv)("T", &size, &size, x + 2, product, &size, x + 4, &one_, &zero, y, &one_);
  return F(dot)(&all, product, &one_, x, &one_) * y[0] + F(nrm2)(&size, y, &one_);
}

static void gradient(const real *x, real *g) {
  for (int i = 0; i < numbers; i++)
    g[i] = 0;
  __enzyme_autodiff_checkv((void *)value, enzyme_dup, x, g);
}
CHECK_VECTOR(gradient, numbers, numbers, 1.5, -0.5, 1.0, 0.75, 1.25, -1.5, 0.3, 1.1, -0.9, 0.6, 0.8, -1.2);

real __enzyme_fwddiff_slope(void *, ...);
static void slope(const real *x, real *s) {
  real direction[numbers];
  for (int i = 0; i < numbers; i++)
    direction[i] = x[i] * (real)(i + 1);
  s[0] = __enzyme_fwddiff_slope((void *)value, enzyme_dup, x, direction);
}
CHECK_VECTOR(slope, numbers, 1, 1.5, -0.5, 1.0, 0.75, 1.25, -1.5, 0.3, 1.1, -0.9, 0.6, 0.8, -1.2);

// A Hessian times a vector through transforms: forward over reverse and reverse over forward, against
// differences of the gradient. Plans that are made within, and given up there.
// only: -O2 asan
// bits: differ, sums are taken in any order
// oracle: off, it sees no code of FFTW
// needs: fftw3.h
// link: -lfftw3
#include "fftw.h"

static real value(const real *x) {
  real *u = F(alloc_real)(numbers), other[numbers];
  complexes half[numbers / 2 + 1], whole[8], spectrum[8];
  plan there = F(plan_dft_r2c_1d)(numbers, u, half, FFTW_ESTIMATE);
  plan back = F(plan_dft_c2r_1d)(numbers, half, u, FFTW_ESTIMATE);
  plan cosines = F(plan_r2r_1d)(numbers, u, other, FFTW_REDFT00, FFTW_ESTIMATE);
  plan in_place = F(plan_dft_1d)(8, whole, whole, FFTW_BACKWARD, FFTW_ESTIMATE | FFTW_UNALIGNED);
  FOR(i, numbers) u[i] = x[i] * x[(i + 1) % numbers];
  F(execute)(there);
  FOR(k, numbers / 2 + 1) half[k][0] *= half[k][0] / 8, half[k][1] *= half[k][0] / 4;
  F(execute)(back);
  F(execute)(cosines);
  fill(whole[0], 16, other);
  F(execute)(in_place);
  F(execute_dft)(in_place, whole, whole);
  FOR(i, 8) spectrum[i][0] = whole[i][0] * 0.01, spectrum[i][1] = whole[i][1] * whole[i][0] * 0.001;
  real sum = 0;
  FOR(i, 8) sum += spectrum[i][0] * spectrum[i][0] + spectrum[i][1] * (i + 1) + u[i] * u[i + 1] * 0.01;
  F(destroy_plan)(there), F(destroy_plan)(back), F(destroy_plan)(cosines), F(destroy_plan)(in_place);
  F(free)(u);
  return sum * 1e-3;
}

static void gradient(const real *x, real *g) {
  FOR(i, numbers) g[i] = 0;
  __enzyme_autodiff_checkv((void *)value, enzyme_dup, x, g);
}
CHECK_VECTOR(gradient, numbers, numbers, NUMBERS);

real __enzyme_fwddiff_slope(void *, ...);
static void slope(const real *x, real *s) {
  real direction[numbers];
  FOR(i, numbers) direction[i] = x[i] * (real)(i + 1);
  s[0] = __enzyme_fwddiff_slope((void *)value, enzyme_dup, x, direction);
}
CHECK_VECTOR(slope, numbers, 1, NUMBERS);

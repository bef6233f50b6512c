// Complex transforms of every shape, in both directions, in place and not, with strides, by the guru
// interface, of split arrays, and with other arrays than those of the plan.
// oracle: off, it sees no code of FFTW
// needs: fftw3.h
// link: -lfftw3
#include "fftw.h"

enum { most = 60 };
static const int signs[] = {FFTW_FORWARD, FFTW_BACKWARD};

static void execute(plan p, int which, complexes *in, complexes *out, const real *x, real *y) {
  FOR(i, most) in[i][0] = in[i][1] = 0;
  fill(in[0], 2 * most, x);
  if (in != out)
    fill(out[0], 2 * most, x + 1); // what lies between the results stays
  F(execute)(p);
  put(y, out[0], 2 * most, which);
  F(destroy_plan)(p);
}

static void shapes(const real *x, real *y) {
  begin(y);
  complexes *in = (complexes *)F(malloc)(sizeof(complexes) * most), *other = F(alloc_complex)(most);
  FOR(s, 2) FOR(place, 2) {
    complexes *out = place ? in : other;
    static const int sizes[] = {2, 3, 2, 2};
    execute(F(plan_dft_1d)(5, in, out, signs[s], FFTW_ESTIMATE), s, in, out, x, y);
    execute(F(plan_dft_2d)(3, 4, in, out, signs[s], FFTW_ESTIMATE), s + 1, in, out, x, y);
    execute(F(plan_dft_3d)(2, 3, 4, in, out, signs[s], FFTW_ESTIMATE), s + 2, in, out, x, y);
    execute(F(plan_dft)(4, sizes, in, out, signs[s], FFTW_ESTIMATE), s + 3, in, out, x, y);
  }
  F(free)(other);
  F(free)(in);
}
CHECK_VECTOR(shapes, numbers + 2, results, NUMBERS, 0.2, 0.6);

static void many(const real *x, real *y) {
  begin(y);
  complexes in[most], other[most];
  FOR(s, 2) {
    static const int n[] = {3, 2}, inRoom[] = {9, 4}, outRoom[] = {9, 3};
    execute(F(plan_many_dft)(2, n, 2, in, inRoom, 2, 27, other, outRoom, 1, 10, signs[s], FFTW_ESTIMATE),
            s, in, other, x, y);
    execute(F(plan_many_dft)(2, n, 3, in, 0, 3, 1, other, 0, 1, 6, signs[s], FFTW_ESTIMATE), s + 1, in,
            other, x, y);
    execute(F(plan_many_dft)(1, n, 5, in, 0, 1, 4, in, 0, 1, 4, signs[s], FFTW_ESTIMATE | FFTW_UNALIGNED),
            s + 2, in, in, x, y);
  }
}
CHECK_VECTOR(many, numbers + 2, results, NUMBERS, 0.2, 0.6);

static void guru(const real *x, real *y) {
  begin(y);
  complexes in[most], other[most];
  const F(iodim) axes[] = {{3, 8, 1}, {2, 2, 3}}, loops[] = {{2, 1, 7}, {2, 24, 20}};
  const F(iodim64) wide[] = {{4, 5, 3}}, repeat[] = {{2, 1, 1}};
  FOR(s, 2) {
    execute(F(plan_guru_dft)(2, axes, 2, loops, in, other, signs[s], FFTW_ESTIMATE), s, in, other, x, y);
    execute(F(plan_guru64_dft)(1, wide, 1, repeat, in, other, signs[s], FFTW_ESTIMATE), s + 1, in, other,
            x, y);
    execute(F(plan_guru_dft)(0, 0, 2, axes, in, other, signs[s], FFTW_ESTIMATE), s + 2, in, other, x, y);
  }
}
CHECK_VECTOR(guru, numbers + 2, results, NUMBERS, 0.2, 0.6);

static void split(const real *x, real *y) {
  begin(y);
  real re[most], im[most], ro[most], io[most];
  const F(iodim) axes[] = {{3, 8, 1}, {2, 2, 3}}, loops[] = {{2, 1, 7}};
  const F(iodim64) wide[] = {{4, 5, 3}};
  plan p = F(plan_guru_split_dft)(2, axes, 1, loops, re, im, ro, io, FFTW_ESTIMATE);
  plan back = F(plan_guru64_split_dft)(1, wide, 0, 0, io, ro, im, re, FFTW_ESTIMATE);
  fill(re, most, x), fill(im, most, x + 1), fill(ro, most, x), fill(io, most, x + 1);
  F(execute)(p);
  put(y, ro, most, 0);
  F(execute)(back);
  put(y, re, most, 1), put(y, im, most, 2);
  F(execute_split_dft)(p, ro, io, re, im);
  put(y, re, most, 3), put(y, im, most, 0);
  F(destroy_plan)(p), F(destroy_plan)(back);
}
CHECK_VECTOR(split, numbers + 2, results, NUMBERS, 0.2, 0.6);

/// One of the arrays constant; other arrays than the plan's; a plan used again.
static void others(const real *x, real *y) {
  begin(y);
  complexes in[8], out[8], fixed[8], more[9];
  plan p = F(plan_dft_1d)(8, in, out, FFTW_FORWARD, FFTW_ESTIMATE | FFTW_UNALIGNED);
  plan ofConstants = F(plan_dft_1d)(8, fixed, fixed, FFTW_FORWARD, FFTW_ESTIMATE);
  FOR(i, 8) fixed[i][0] = i, fixed[i][1] = i * i;
  F(execute)(ofConstants);
  FOR(i, 3) {
    fill(in[0], 16, x + i % 2);
    F(execute)(p);
    FOR(j, 8) in[j][0] = out[j][0] * fixed[j][0] / 8, in[j][1] = out[j][1] * out[j][0] / 8;
    F(execute)(p);
    put(y, out[0], 16, i);
    complexes *unaligned = (complexes *)(more[0] + 1);
    F(execute_dft)(p, out, unaligned);
    F(execute_dft)(p, unaligned, in);
    put(y, in[0], 16, i);
  }
  F(destroy_plan)(ofConstants);
  F(destroy_plan)(p);
}
CHECK_VECTOR(others, numbers + 2, results, NUMBERS, 0.2, 0.6);


// Transforms between reals and half a spectrum: even and odd sizes, several axes, in place beside the
// room that this takes, many, guru, split; and real transforms of all kinds.
// oracle: off, it sees no code of FFTW
// needs: fftw3.h
// link: -lfftw3
#include "fftw.h"

enum { most = 80 };

/// A number of half a spectrum that has no twin is real: FFTW does not read its other part.
static void execute(plan p, int which, real *in, real *out, const real *x, real *y) {
  fill(in, most, x);
  if (in != out)
    fill(out, most, x + 1);
  F(execute)(p);
  put(y, out, most, which);
  F(destroy_plan)(p);
}

#define BOTH(NAME, SIZES, WHICH)                                                                   \
  execute(F(plan_dft_r2c##NAME)(SIZES, in, (complexes *)out, FFTW_ESTIMATE), WHICH, in, out, x, y); \
  execute(F(plan_dft_c2r##NAME)(SIZES, (complexes *)in, out, FFTW_ESTIMATE), WHICH + 1, in, out, x, y);
#define AND ,

static void halves(const real *x, real *y) {
  begin(y);
  real in[most], other[most];
  FOR(n, 7) {
    real *out = other;
    BOTH(_1d, n + 1, n)
    out = in;
    execute(F(plan_dft_r2c_1d)(n + 1, in, (complexes *)out, FFTW_ESTIMATE | FFTW_UNALIGNED), n, in, out, x, y);
  }
  static const int sizes[] = {2, 3, 2, 3};
  real *out = other;
  BOTH(_2d, 3 AND 4, 0)
  BOTH(_2d, 4 AND 5, 1)
  BOTH(_3d, 2 AND 3 AND 4, 2)
  BOTH(, 4 AND sizes, 3)
}
CHECK_VECTOR(halves, numbers + 2, results, NUMBERS, 0.2, 0.6);

/// What in place lies beside the numbers is nobody's: it is set before it is read.
static void in_place(const real *x, real *y) {
  begin(y);
  real *in = F(alloc_real)(most);
  FOR(n, 2) {
    plan there = F(plan_dft_r2c_2d)(3, 4 + n, in, (complexes *)in, FFTW_ESTIMATE);
    plan back = F(plan_dft_c2r_2d)(3, 4 + n, (complexes *)in, in, FFTW_ESTIMATE);
    FOR(i, 18) in[i] = 0;
    FOR(i, 3) fill(in + 6 * i, 4 + n, x + n);
    F(execute)(there);
    put(y, in, 18, n);
    FOR(i, 18) in[i] *= in[i] / 8;
    F(execute)(back);
    FOR(i, 3) put(y, in + 6 * i, 4 + n, i);
    F(destroy_plan)(there), F(destroy_plan)(back);
  }
  F(free)(in);
}
CHECK_VECTOR(in_place, numbers + 2, results, NUMBERS, 0.2, 0.6);

static void halves_of_many(const real *x, real *y) {
  begin(y);
  real in[most], out[most], re[most], im[most];
  complexes *half = (complexes *)out;
  static const int n[] = {3, 4}, wide[] = {3, 6}, narrow[] = {5, 3};
  execute(F(plan_many_dft_r2c)(2, n, 2, in, wide, 2, 1, half, narrow, 1, 16, FFTW_ESTIMATE), 0, in, out, x, y);
  execute(F(plan_many_dft_c2r)(2, n, 2, (complexes *)in, narrow, 2, 1, out, wide, 1, 20, FFTW_ESTIMATE), 1, in,
          out, x, y);
  execute(F(plan_many_dft_r2c)(1, n, 3, in, 0, 1, 4, (complexes *)in, 0, 1, 2, FFTW_ESTIMATE), 2, in, in, x, y);
  const F(iodim) there[] = {{3, 5, 1}, {5, 1, 4}}, loop[] = {{2, 20, 16}};
  const F(iodim64) back[] = {{3, 1, 5}, {5, 4, 1}};
  execute(F(plan_guru_dft_r2c)(2, there, 1, loop, in, half, FFTW_ESTIMATE), 3, in, out, x, y);
  execute(F(plan_guru64_dft_c2r)(2, back, 0, 0, (complexes *)in, out, FFTW_ESTIMATE), 0, in, out, x, y);
  plan p = F(plan_guru_split_dft_r2c)(2, there, 1, loop, in, re, im, FFTW_ESTIMATE);
  plan q = F(plan_guru64_split_dft_c2r)(2, back, 0, 0, re, im, out, FFTW_ESTIMATE);
  fill(in, most, x), fill(re, most, x + 1), fill(im, most, x);
  F(execute)(p);
  put(y, re, most, 0), put(y, im, most, 1);
  F(execute)(q);
  put(y, out, most, 2);
  F(execute_split_dft_r2c)(p, out, im, re);
  put(y, re, most, 3), put(y, im, most, 0);
  F(execute_split_dft_c2r)(q, im, re, in);
  put(y, in, most, 1);
  F(destroy_plan)(p), F(destroy_plan)(q);
}
CHECK_VECTOR(halves_of_many, numbers + 2, results, NUMBERS, 0.2, 0.6);

static const fftw_r2r_kind kinds[] = {FFTW_R2HC,    FFTW_HC2R,    FFTW_DHT,     FFTW_REDFT00,
                                      FFTW_REDFT01, FFTW_REDFT10, FFTW_REDFT11, FFTW_RODFT00,
                                      FFTW_RODFT01, FFTW_RODFT10, FFTW_RODFT11};

static void reals(const real *x, real *y) {
  begin(y);
  real in[most], other[most];
  FOR(k, 11) FOR(n, 4) {
    real *out = n % 2 ? in : other;
    execute(F(plan_r2r_1d)(n + 2, in, out, kinds[k], FFTW_ESTIMATE | FFTW_UNALIGNED), k + n, in, out, x, y);
  }
}
CHECK_VECTOR(reals, numbers + 2, results, NUMBERS, 0.2, 0.6);

static void reals_of_many(const real *x, real *y) {
  begin(y);
  real in[most], out[most];
  static const int n[] = {4, 3, 3, 2}, room[] = {4, 6};
  static const F(iodim) axes[] = {{4, 1, 3}, {3, 5, 1}}, loop[] = {{3, 15, 20}};
  static const F(iodim64) wide[] = {{4, 1, 3}, {3, 5, 1}};
  FOR(k, 10) {
    execute(F(plan_r2r_2d)(5, 4, in, out, kinds[k], kinds[k + 1], FFTW_ESTIMATE), k, in, out, x, y);
    execute(F(plan_many_r2r)(2, n, 2, in, room, 2, 1, out, 0, 1, 30, kinds + k, FFTW_ESTIMATE), k, in, out, x, y);
    execute(F(plan_guru_r2r)(2, axes, 1, loop, in, out, kinds + k, FFTW_ESTIMATE), k, in, out, x, y);
    execute(F(plan_guru64_r2r)(2, wide, 0, 0, in, out, kinds + k, FFTW_ESTIMATE), k, in, out, x, y);
  }
  FOR(k, 8) execute(F(plan_r2r)(4, n, in, out, kinds + k, FFTW_ESTIMATE), k, in, out, x, y);
  plan p = F(plan_r2r_3d)(2, 3, 4, in, out, FFTW_REDFT00, FFTW_RODFT10, FFTW_DHT, FFTW_ESTIMATE);
  fill(in, most, x), fill(out, most, x);
  F(execute_r2r)(p, out, in);
  put(y, in, most, 1);
  F(destroy_plan)(p);
  plan half = F(plan_dft_r2c_1d)(7, in, (complexes *)out, FFTW_ESTIMATE);
  F(execute_dft_r2c)(half, out, (complexes *)in);
  put(y, in, most, 2);
  F(destroy_plan)(half);
  half = F(plan_dft_c2r_1d)(6, (complexes *)in, out, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
  F(execute_dft_c2r)(half, (complexes *)out, in);
  put(y, in, most, 3), put(y, out, most, 0);
  F(destroy_plan)(half);
}
CHECK_VECTOR(reals_of_many, numbers + 2, results, NUMBERS, 0.2, 0.6);


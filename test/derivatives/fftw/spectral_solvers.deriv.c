// Programs as they are written: Burgers' equation by a pseudo-spectral method with two thirds of the modes
// and a Runge-Kutta scheme, the Korteweg-de Vries equation with an integrating factor, Poisson's equation in
// two dimensions with periodic and with fixed ends; several threads that plan and transform at once.
// bits: differ, the threads' sums come in any order
// oracle: off, it sees no code of FFTW
// needs: fftw3.h
// link: -lfftw3 -lpthread
#define CHECK_SUMS_BY_THREADS
#include "fftw.h"
#include <complex.h>
#include <pthread.h>

/*--- u_t + u u_x = nu u_xx ---*/

enum { cells = 16, modes = cells / 2 + 1 };

typedef struct {
  double *u, *product;
  double _Complex *hat, *slope;
  fftw_plan forward, inverse, ofProduct;
} burgers;

static void open_burgers(burgers *b) {
  b->u = fftw_malloc(sizeof(double) * cells), b->product = fftw_malloc(sizeof(double) * cells);
  b->hat = fftw_malloc(sizeof(double _Complex) * modes);
  b->slope = fftw_malloc(sizeof(double _Complex) * modes);
  b->forward = fftw_plan_dft_r2c_1d(cells, b->u, (fftw_complex *)b->hat, FFTW_MEASURE);
  b->inverse = fftw_plan_dft_c2r_1d(cells, (fftw_complex *)b->slope, b->product, FFTW_MEASURE);
  b->ofProduct = fftw_plan_dft_r2c_1d(cells, b->product, (fftw_complex *)b->slope, FFTW_MEASURE);
}

static void close_burgers(burgers *b) {
  fftw_destroy_plan(b->forward), fftw_destroy_plan(b->inverse), fftw_destroy_plan(b->ofProduct);
  fftw_free(b->u), fftw_free(b->product), fftw_free(b->hat), fftw_free(b->slope);
}

static void right_side(burgers *b, double nu, const double _Complex *hat, double _Complex *result) {
  memcpy(b->slope, hat, sizeof(double _Complex) * modes);
  fftw_execute(b->inverse);
  for (int i = 0; i < cells; i++)
    b->product[i] = b->product[i] / cells * (b->product[i] / cells) / 2;
  fftw_execute(b->ofProduct);
  for (int k = 0; k < modes; k++)
    result[k] = k > cells / 3 ? 0 : -I * k * b->slope[k] - nu * k * k * hat[k];
}

static void burgers_energy(const double *x, double *y) {
  burgers b;
  double _Complex one[modes], two[modes], mid[modes];
  const double dt = 0.02;
  open_burgers(&b);
  for (int i = 0; i < cells; i++)
    b.u[i] = sin(2 * M_PI * i / cells) * x[1] + x[2 + i % 10] / 4;
  fftw_execute(b.forward);
  for (int step = 0; step < 6; step++) {
    right_side(&b, x[0], b.hat, one);
    for (int k = 0; k < modes; k++)
      mid[k] = b.hat[k] + dt / 2 * one[k];
    right_side(&b, x[0], mid, two);
    for (int k = 0; k < modes; k++)
      b.hat[k] += dt * two[k];
  }
  begin(y);
  for (int k = 0; k < modes; k++) {
    y[0] += creal(b.hat[k] * conj(b.hat[k])) / cells;
    y[1 + k % 3] += creal(b.hat[k]) - cimag(b.hat[k]) / 2;
  }
  close_burgers(&b);
}
CHECK_VECTOR(burgers_energy, numbers, results, NUMBERS);

/*--- u_t + 6 u u_x + u_xxx = 0 ---*/

static void wave(const real *x, real *y) {
  fftw_complex u[cells], v[cells];
  fftw_plan forward = fftw_plan_dft_1d(cells, u, v, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_plan inverse = fftw_plan_dft_1d(cells, v, u, FFTW_BACKWARD, FFTW_ESTIMATE);
  const double dt = 1e-3;
  FOR(i, cells) u[i][0] = x[i % numbers] / 2 + 1 / cosh(i - 8.0), u[i][1] = 0;
  FOR(step, 4) {
    fftw_execute(forward);
    FOR(k, cells) { // the linear part, exactly
      int wave = k < cells / 2 ? k : k == cells / 2 ? 0 : k - cells;
      double angle = (double)wave * wave * wave * dt, re = v[k][0], im = v[k][1];
      v[k][0] = (re * cos(angle) - im * sin(angle)) / cells;
      v[k][1] = (re * sin(angle) + im * cos(angle)) / cells;
    }
    fftw_execute(inverse);
    FOR(i, cells) u[i][0] = u[i][0] * u[i][0], u[i][1] = 0;
    fftw_execute(forward);
    FOR(k, cells) {
      int wave = k < cells / 2 ? k : k == cells / 2 ? 0 : k - cells;
      double re = v[k][0], im = v[k][1];
      v[k][0] = 3 * wave * dt * im / cells + (k == 1 ? 0.1 : 0), v[k][1] = -3 * wave * dt * re / cells;
    }
    fftw_execute(inverse);
  }
  begin(y);
  put(y, u[0], 2 * cells, 0);
  fftw_destroy_plan(forward), fftw_destroy_plan(inverse);
}
CHECK_VECTOR(wave, numbers, results, NUMBERS);

/*--- -laplace u = f ---*/

static void poisson(const real *x, real *y) {
  enum { rows = 6, columns = 5 };
  begin(y);
  double *f = fftw_alloc_real(rows * columns), *u = fftw_alloc_real(rows * columns);
  FOR(periodic, 2) {
    fftw_r2r_kind there = periodic ? FFTW_R2HC : FFTW_RODFT00, back = periodic ? FFTW_HC2R : FFTW_RODFT00;
    fftw_plan forward = fftw_plan_r2r_2d(rows, columns, f, u, there, there, FFTW_ESTIMATE);
    fftw_plan inverse = fftw_plan_r2r_2d(rows, columns, u, u, back, back, FFTW_ESTIMATE);
    FOR(i, rows * columns) f[i] = x[i % numbers] * x[(i + 5) % numbers];
    fftw_execute(forward);
    FOR(i, rows) FOR(j, columns) {
      int k = periodic ? (i <= rows / 2 ? i : rows - i) : i + 1;
      int l = periodic ? (j <= columns / 2 ? j : columns - j) : j + 1;
      u[i * columns + j] /= k * k + l * l == 0 ? INFINITY : (k * k + l * l) * 60.0;
    }
    fftw_execute(inverse);
    FOR(i, rows * columns) u[i] *= u[i] + 1;
    put(y, u, rows * columns, periodic);
    fftw_destroy_plan(forward), fftw_destroy_plan(inverse);
  }
  fftw_free(f), fftw_free(u);
}
CHECK_VECTOR(poisson, numbers, results, NUMBERS);

/*--- at once ---*/

static double transformed(const double *x, int size) {
  fftw_complex *in = fftw_alloc_complex(size), *out = fftw_alloc_complex(size);
  fftw_plan p = fftw_plan_dft_1d(size, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
  double sum = 0;
  fill(in[0], 2 * size, x);
  FOR(i, 4) {
    fftw_execute(p);
    FOR(j, size) in[j][0] = out[j][0] / size, in[j][1] = out[j][1] * out[j][0] / size;
  }
  FOR(j, size) sum += in[j][0] * (j + 1);
  fftw_destroy_plan(p);
  fftw_free(in), fftw_free(out);
  return sum;
}

struct job {
  double x[numbers], dx[numbers];
  int size;
};
void __enzyme_autodiff_transformed(void *, ...);
static void *work(void *given) {
  struct job *job = given;
  __enzyme_autodiff_transformed((void *)transformed, enzyme_dup, job->x, job->dx, enzyme_const, job->size);
  return 0;
}
CHECK_VALUES(threads) {
  struct job jobs[8], alone;
  pthread_t threads[8];
  const double x[numbers] = {NUMBERS};
  FOR(round, 10) {
    FOR(i, 8) {
      memcpy(jobs[i].x, x, sizeof x), memset(jobs[i].dx, 0, sizeof jobs[i].dx);
      jobs[i].size = 3 + (i + round) % 5;
      pthread_create(&threads[i], 0, work, &jobs[i]);
    }
    FOR(i, 8) pthread_join(threads[i], 0);
    FOR(i, 8) {
      alone = jobs[i];
      memset(alone.dx, 0, sizeof alone.dx);
      work(&alone);
      FOR(j, numbers) EXPECT_CLOSE(jobs[i].dx[j], alone.dx[j], 1e-10);
    }
  }
}

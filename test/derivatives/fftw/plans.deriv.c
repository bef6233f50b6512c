// Plans that were made before: handed over with a shadow, in a structure, in static memory; searched for,
// which writes into the arrays; given up before the reverse sweep, in loops, with the same address again.
// And plans without a shadow: where the arrays are passed they do, else the run stops.
// oracle: off, it sees no code of FFTW
// needs: fftw3.h
// link: -lfftw3
// prints: is given a plan that has no shadow
// prints: is a plan for another transform
#include "fftw.h"
#include <sys/wait.h>
#include <unistd.h>

enum { n = 6 };

/*--- a solver that is made before ---*/

struct solver {
  real *values;
  complexes *spectrum;
  plan there, back;
};

static struct solver make(unsigned how) {
  struct solver made;
  made.values = F(alloc_real)(n);
  made.spectrum = F(alloc_complex)(n / 2 + 1);
  made.there = F(plan_dft_r2c_1d)(n, made.values, made.spectrum, how);
  made.back = F(plan_dft_c2r_1d)(n, made.spectrum, made.values, how);
  FOR(i, n) made.values[i] = 0;
  FOR(i, n / 2 + 1) made.spectrum[i][0] = made.spectrum[i][1] = 0;
  return made;
}

static void give_up(struct solver *solver) {
  F(destroy_plan)(solver->there), F(destroy_plan)(solver->back);
  F(free)(solver->values), F(free)(solver->spectrum);
}

NOINLINE static void step(struct solver *solver) {
  F(execute)(solver->there);
  FOR(k, n / 2 + 1) {
    real decay = exp(-(real)(k * k) / 10);
    solver->spectrum[k][0] *= decay / n, solver->spectrum[k][1] *= decay / n;
  }
  F(execute)(solver->back);
  FOR(i, n) solver->values[i] += solver->values[i] * solver->values[i] / 10;
}

static real run(struct solver *solver, const real *x, int steps) {
  FOR(i, n) solver->values[i] = x[i];
  FOR(i, steps) step(solver);
  real sum = 0;
  FOR(i, n) sum += solver->values[i] * (i + 1) + solver->values[i] * solver->values[(i + 2) % n];
  return sum;
}

static const real start[n] = {0.4, -0.5, 1.2, 0.9, 1.25, -0.7};

real __enzyme_fwddiff_run(void *, ...);
void __enzyme_autodiff_run(void *, ...);

static void compare(unsigned how) {
  struct solver solver = make(how), shadow = make(how);
  real x[n], dx[n] = {0};
  FOR(i, n) x[i] = start[i];
  __enzyme_autodiff_run((void *)run, enzyme_dup, &solver, &shadow, enzyme_dup, x, dx, enzyme_const, 3);
  FOR(i, n) EXPECT_TRUE(shadow.values[i] == 0);
  FOR(i, n) {
    real up[n], down[n], v[n] = {0}, h = 1e-5;
    FOR(j, n) up[j] = down[j] = x[j];
    up[i] += h, down[i] -= h, v[i] = 1;
    real difference = (run(&solver, up, 3) - run(&solver, down, 3)) / (2 * h);
    EXPECT_CLOSE(dx[i], difference, 1e-7);
    EXPECT_CLOSE(__enzyme_fwddiff_run((void *)run, enzyme_dup, &solver, &shadow, enzyme_dup, x, v,
                                      enzyme_const, 3),
                 dx[i], 1e-12);
  }
  give_up(&solver), give_up(&shadow);
}
CHECK_VALUES(handed_over) { compare(FFTW_ESTIMATE); }
CHECK_VALUES(searched_for) { compare(FFTW_MEASURE); }

/*--- a plan that is made within ---*/

static real within(const real *x, unsigned how) {
  struct solver solver = make(how);
  real result = run(&solver, x, 2);
  give_up(&solver);
  return result;
}
CHECK_VALUES(made_within) {
  real x[n], dx[n] = {0};
  FOR(i, n) x[i] = start[i];
  __enzyme_autodiff_run((void *)within, enzyme_dup, x, dx, enzyme_const, FFTW_MEASURE);
  FOR(i, n) {
    real up[n], down[n], h = 1e-5;
    FOR(j, n) up[j] = down[j] = x[j];
    up[i] += h, down[i] -= h;
    EXPECT_CLOSE(dx[i], (within(up, FFTW_MEASURE) - within(down, FFTW_MEASURE)) / (2 * h), 1e-7);
  }
}

/// Each iteration plans, and gives up: the next plan may lie where the last one did.
static void loops(const real *x, real *y) {
  begin(y);
  for (int size = 2; size < 8; size++) {
    complexes in[8], out[8];
    plan p = F(plan_dft_1d)(size, in, out, size % 2 ? FFTW_FORWARD : FFTW_BACKWARD, FFTW_ESTIMATE);
    fill(in[0], 2 * size, x);
    FOR(i, 3) {
      F(execute)(p);
      FOR(j, size) in[j][0] = out[j][0] * out[j][1] / 8, in[j][1] = out[j][0] - out[j][1];
    }
    put(y, in[0], 2 * size, size);
    F(destroy_plan)(p);
    if (size == 4)
      F(cleanup)();
  }
}
CHECK_VECTOR(loops, numbers, results, NUMBERS);

/*--- static memory ---*/

static complexes table[n], transformed[n];
static plan kept;
static void in_static_memory(const real *x, real *y) {
  begin(y);
  kept = F(plan_dft_1d)(n, table, transformed, FFTW_FORWARD, FFTW_ESTIMATE);
  fill(table[0], 2 * n, x);
  F(execute)(kept);
  put(y, transformed[0], 2 * n, 0);
  F(execute)(kept);
  put(y, transformed[0], 2 * n, 1);
  F(destroy_plan)(kept);
}
CHECK_VECTOR(in_static_memory, numbers, results, NUMBERS);

/// The arrays are passed: what the plan was made for does not matter.
static plan before(void) {
  static plan made;
  static complexes in[n], out[n];
  if (!made)
    made = F(plan_dft_1d)(n, in, out, FFTW_BACKWARD, FFTW_MEASURE | FFTW_UNALIGNED);
  return made;
}
static real with_arrays(const real *x, plan p) {
  complexes in[n], out[n];
  fill(in[0], 2 * n, x);
  F(execute_dft)(p, in, out);
  real y[results] = {0};
  put(y, out[0], 2 * n, 0);
  return y[0] * y[1] + y[2];
}
CHECK_VALUES(constant_plan) {
  real x[numbers] = {NUMBERS}, dx[numbers] = {0}, v[numbers];
  __enzyme_autodiff_run((void *)with_arrays, enzyme_dup, x, dx, enzyme_const, before());
  FOR(i, numbers) {
    real up[numbers], down[numbers], h = 1e-5;
    FOR(j, numbers) up[j] = down[j] = x[j], v[j] = j == i;
    up[i] += h, down[i] -= h;
    EXPECT_CLOSE(dx[i], (with_arrays(up, before()) - with_arrays(down, before())) / (2 * h), 1e-7);
    EXPECT_CLOSE(
        __enzyme_fwddiff_run((void *)with_arrays, enzyme_dup, x, v, enzyme_const, before()), dx[i], 1e-12);
  }
}

/*--- what stops ---*/

static real without_arrays(const real *x, complexes *in, complexes *out, plan p) {
  fill(in[0], 2 * n, x);
  F(execute)(p);
  return out[0][0] * out[1][1];
}
NOINLINE static void deep(plan p) { F(execute)(p); }
static real deeper(const real *x, complexes *in, complexes *out, plan p) {
  fill(in[0], 2 * n, x);
  deep(p);
  return out[0][0] * out[1][1];
}

static int outcome(int which) {
  complexes in[n], out[n], dIn[n] = {{0}}, dOut[n] = {{0}};
  real x[numbers] = {NUMBERS}, dx[numbers] = {0};
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    dup2(1, 2); // the sentence goes to what the test reads
    plan p = F(plan_dft_1d)(n, in, out, FFTW_FORWARD, FFTW_ESTIMATE), q = p;
    if (which == 0)
      __enzyme_autodiff_run((void *)without_arrays, enzyme_dup, x, dx, enzyme_dup, in, dIn, enzyme_dup, out,
                            dOut, enzyme_const, p);
    if (which == 1)
      __enzyme_autodiff_run((void *)deeper, enzyme_dup, x, dx, enzyme_dup, in, dIn, enzyme_dup, out, dOut,
                            enzyme_const, p);
    if (which == 3)
      q = F(plan_dft_1d)(n, dIn, dOut, FFTW_BACKWARD, FFTW_ESTIMATE);
    if (which == 4)
      q = F(plan_dft_1d)(n, dIn, dOut, FFTW_FORWARD, FFTW_ESTIMATE);
    if (which == 5)
      q = 0;
    if (which >= 2)
      __enzyme_autodiff_run((void *)without_arrays, enzyme_dup, x, dx, enzyme_dup, in, dIn, enzyme_dup, out,
                            dOut, enzyme_dup, p, q);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
CHECK_VALUES(no_shadow) { EXPECT_TRUE(outcome(0) == 1 && outcome(1) == 1); }
CHECK_VALUES(its_own_shadow) { EXPECT_TRUE(outcome(2) == 1); }
CHECK_VALUES(another_transform) { EXPECT_TRUE(outcome(3) == 1); }
CHECK_VALUES(right_shadow) { EXPECT_TRUE(outcome(4) == 0); }
CHECK_VALUES(null_shadow) { EXPECT_TRUE(outcome(5) == 1); }

//===- check.h - the harness of numbers, for C and C++ --------------------===//
//
// Problem: a derivative is right when its numbers are right, whatever its IR
// looks like. A test must therefore be a short program with one function and one line
// saying where to check it; everything else must follow by itself.
//
// Here: one line per shape of function (the table below). Each line makes the
// program check, at every point given:
//   1. central differences (Ridders' extrapolation) against forward mode, in
//      every unit direction and one random direction;
//   2. reverse mode against the forward matrix, entry by entry, which includes
//      the dot-product test  <ybar, J v> = <J^T ybar, v>;
//   3. that results and memory after a derivative are the primal's, bit for bit;
//   4. that input shadows are added to (they start non-zero) and output shadows
//      are zero where the function overwrote the output;
//   5. that enzyme_const memory keeps its bytes;
//   6. that lanes (check_lanes.h), halves (check_split.h; up to the order of sums) and,
//      where the program asks for it, forward mode from a tape (check_from_tape.h) give
//      the same.
//
//   CHECK_SCALAR(f, points…)              T f(T)
//   CHECK_SCALAR2(f, x, y, …)             T f(T, T)
//   CHECK_FUNCTION(f, n, x…)              T f(const T *x)
//   CHECK_FUNCTION_N(f, n, x…)            T f(const T *x, int n)
//   CHECK_VECTOR(f, n, m, x…)             void f(const T *x, T *y)
//   CHECK_VECTOR_N(f, n, m, x…)           void f(const T *x, T *y, int n)
//   CHECK_VECTOR_CONST(f, n, m, c, x…)    void f(const T *x, T *y, const T *c), c a global array
//   CHECK_INPLACE(f, n, x…)               void f(T *x), overwritten in place
//   CHECK_VALUES(name) { … }              free statements with EXPECT_CLOSE and friends
// Several points may follow each other; n numbers make one.
// T is CHECK_REAL, double unless defined before inclusion. CHECK_STEP is the first step of the
// differences; CHECK_TOLERANCE, CHECK_EXACTNESS: against differences, between the modes.
//
// CHECK_PRIMAL_ONLY: no derivative is asked for, any compiler can verify that a program is
// deterministic and smooth where it is checked. CHECK_ORACLE beside it: check_oracle.h.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_CHECK_H
#define ENZYME_TEST_CHECK_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef CHECK_REAL
#define CHECK_REAL double
#endif
typedef CHECK_REAL real;
typedef long double wide;
/// Small types may lack a conversion from long double in the library: those go by double.
#ifndef CHECK_INTERMEDIATE
#define CHECK_INTERMEDIATE wide
#endif

#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_out, enzyme_interleave,
    enzyme_runtime_activity;
extern int enzyme_width, enzyme_dupv, enzyme_dupnoneedv;
extern int enzyme_primal_return, enzyme_const_return, enzyme_active_return, enzyme_dup_return,
    enzyme_noret, enzyme_nofree;
typedef struct {
  real primal, tangent;
} checkPair;
typedef struct {
  real first, second;
} checkTwo;
extern real __enzyme_autodiff_check(void *, real);
extern checkTwo __enzyme_autodiff_check2(void *, real, real);
extern void __enzyme_autodiff_checkv(void *, ...);
extern checkPair __enzyme_fwddiff_check(void *, int, real, real);
extern checkPair __enzyme_fwddiff_check2(void *, int, real, real, real, real);
extern checkPair __enzyme_fwddiff_checks(void *, int, ...);
extern void __enzyme_fwddiff_checkv(void *, ...);
#ifdef __cplusplus
}
#endif

#define CHECK_UNUSED __attribute__((unused))
#define NOINLINE __attribute__((noinline)) // a call that stays a call
// Flags are about the program, and so about what the macros below write; not about the harness.
#pragma float_control(precise, on, push)
#pragma clang optimize off

/// One function at one set of points, in the form the checks below want:
/// n reals in, m reals out. A null `forward` and `reverse` mean primal only.
typedef struct checkProblem {
  const char *name;
  int n, m;
  int seedIsOne; ///< the function returns its result, and so its seed is 1
  void (*primal)(real *x, real *y);
  void (*forward)(real *x, real *dx, real *y, real *dy);
  void (*reverse)(real *x, real *xbar, real *y, real *ybar);
  void (*forwardLanes)(real *x, real *const *dx, real *y, real *const *dy);
  void (*reverseLanes)(real *x, real *const *xbar, real *y, real *const *ybar);
  const real *points;
  int numbers; ///< how many numbers `points` has
  const real *constant;
  size_t constantBytes;
  int (*split)(int half, void **tape, real *x, real *xbar, real *y, real *ybar);
  int (*fromTape)(int half, void **tape, real *x, real *dx, real *y, real *dy);
} checkProblem;

enum { checkMaxSteps = 8 };
static int checkFailures = 0;
static int checkCount = 0;

//===----------------------------------------------------------------------===//
// Tolerances, and saying what went wrong
//===----------------------------------------------------------------------===//

CHECK_UNUSED static wide checkEpsilon(void) {
  volatile real epsilon = 1, sum;
  for (;;) {
    sum = (real)1 + epsilon / (real)2;
    if (sum == (real)1)
      return epsilon;
    epsilon = epsilon / (real)2;
  }
}

/// What differences can tell: 1.8e-7 for double, 1.5e-3 for float.
CHECK_UNUSED static wide checkTolerance(void) {
#ifdef CHECK_TOLERANCE
  return CHECK_TOLERANCE;
#else
  return 2 * pow((double)checkEpsilon(), 0.45);
#endif
}

/// How far forward and reverse may differ: 1.2e-12 for double.
CHECK_UNUSED static wide checkExactness(void) {
#ifdef CHECK_EXACTNESS
  return CHECK_EXACTNESS;
#else
  return 2 * pow((double)checkEpsilon(), 0.78);
#endif
}

CHECK_UNUSED static wide checkFirstStep(void) {
#ifdef CHECK_STEP
  return CHECK_STEP;
#else
  const wide epsilon = checkEpsilon();
  return epsilon < 1e-10 ? 1.0 / 128 : epsilon < 1e-5 ? 1.0 / 16 : 1.0 / 4;
#endif
}

CHECK_UNUSED static void checkFailed(const char *what, int i, int j, wide got, wide expected) {
  if (++checkFailures <= 20)
    printf("FAIL %s", what);
  else
    return;
  if (i >= 0)
    printf(" [%d]", i);
  if (j >= 0)
    printf(" [%d]", j);
  printf(": got %.17Lg, expected %.17Lg (off by %.3Lg)\n", got, expected, got - expected);
}

/// Relative to `scale` where that is above 1; a NaN is equal to a NaN only.
CHECK_UNUSED static int checkIsClose(wide got, wide expected, wide tolerance, wide scale) {
  if (got != got || expected != expected)
    return got != got && expected != expected;
  if (got == expected)
    return 1;
  return fabsl(got - expected) <= tolerance * (scale > 1 ? scale : 1);
}

CHECK_UNUSED static void checkClose(const char *what, wide got, wide expected, wide tolerance) {
  checkCount++;
  if (!checkIsClose(got, expected, tolerance, fabsl(expected)))
    checkFailed(what, -1, -1, got, expected);
}

CHECK_UNUSED static void checkTrue(const char *what, int holds) {
  checkCount++;
  if (!holds) {
    checkFailures++;
    printf("FAIL %s does not hold\n", what);
  }
}

#define EXPECT_CLOSE(got, expected, tolerance) checkClose(#got, (got), (expected), (tolerance))
#define EXPECT_EXACT(got, expected) checkClose(#got, (got), (expected), 0)
#define EXPECT_TRUE(condition) checkTrue(#condition, !!(condition))
#define EXPECT_SAME_BYTES(a, b, bytes)                                                             \
  checkTrue("same bytes: " #a ", " #b, memcmp((a), (b), (bytes)) == 0)

/// `count` reals on the heap, exactly as many: AddressSanitizer sees one too far.
CHECK_UNUSED static real *checkNew(int count) {
  return (real *)malloc(sizeof(real) * (size_t)(count > 0 ? count : 1));
}

CHECK_UNUSED static real *checkCopy(const real *from, int count) {
  real *copy = checkNew(count);
  memcpy(copy, from, sizeof(real) * (size_t)count);
  return copy;
}

/// Numbers in [0.5, 1.5), the same in every run.
CHECK_UNUSED static real *checkRandom(int count, unsigned seed) {
  real *numbers = checkNew(count);
  for (int i = 0; i < count; i++) {
    seed = seed * 1664525u + 1013904223u;
    numbers[i] = (real)(0.5 + (double)(seed >> 16) / 65536.0);
  }
  return numbers;
}

#include "numbers.h"

CHECK_UNUSED static void checkConstant(const checkProblem *p, const real *before) {
  if (p->constant)
    checkTrue("enzyme_const memory is unchanged",
              memcmp(before, p->constant, p->constantBytes) == 0);
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

/// Central difference of all outputs along `v` with step h, into `d`.
CHECK_UNUSED static void checkDifference(const checkProblem *p, const real *x, const real *v,
                                         wide h, wide *d) {
  real *high = checkNew(p->n), *low = checkNew(p->n);
  real *yHigh = checkRandom(p->m, 7), *yLow = checkRandom(p->m, 7);
  for (int i = 0; i < p->n; i++) {
    high[i] = (real)(CHECK_INTERMEDIATE)(x[i] + h * v[i]);
    low[i] = (real)(CHECK_INTERMEDIATE)(x[i] - h * v[i]);
  }
  p->primal(high, yHigh);
  p->primal(low, yLow);
  for (int i = 0; i < p->m; i++)
    d[i] = ((wide)yHigh[i] - (wide)yLow[i]) / (2 * h);
  free(high), free(low), free(yHigh), free(yLow);
}

/// Ridders' method over differences d[0], d[stride], … with halved steps; the
/// best estimate, and in `*error` how far it may be off.
CHECK_UNUSED static wide checkExtrapolate(const wide *d, int stride, int steps, wide *error) {
  wide table[checkMaxSteps][checkMaxSteps];
  wide best = d[0];
  *error = HUGE_VALL;
  for (int i = 0; i < steps; i++) {
    table[0][i] = d[i * stride];
    wide factor = 4;
    for (int j = 1; j <= i; j++, factor *= 4) {
      table[j][i] = (table[j - 1][i] * factor - table[j - 1][i - 1]) / (factor - 1);
      const wide off =
          fmaxl(fabsl(table[j][i] - table[j - 1][i]), fabsl(table[j][i] - table[j - 1][i - 1]));
      if (off <= *error) {
        *error = off;
        best = table[j][i];
      }
    }
  }
  return best;
}

/// The directional derivative of all outputs along `v`.
CHECK_UNUSED static void checkDifferences(const checkProblem *p, const real *x, const real *v,
                                          wide *d) {
  const wide epsilon = checkEpsilon();
  const int steps = epsilon < 1e-10 ? checkMaxSteps : epsilon < 1e-5 ? 4 : 2;
  wide *all = (wide *)malloc(sizeof(wide) * (size_t)(steps * p->m + 1));
  wide h = checkFirstStep();
  for (int k = 0; k < steps; k++, h /= 2)
    checkDifference(p, x, v, h, all + k * p->m);
  for (int i = 0; i < p->m; i++) {
    wide error;
    d[i] = checkExtrapolate(all + i, p->m, steps, &error);
    if (!(error <= checkTolerance() * fmaxl(1, fabsl(d[i]))) && epsilon < 1e-10)
      checkFailed("the differences are not reliable here; error, tolerance", i, -1, error,
                  checkTolerance());
  }
  free(all);
}

//===----------------------------------------------------------------------===//
// The two modes
//===----------------------------------------------------------------------===//

/// Forward along `v` into `dy`, and against differences.
CHECK_UNUSED static void checkForward(const checkProblem *p, const real *point, const real *v,
                                      int column, real *dy) {
  real *x = checkCopy(point, p->n), *dx = checkCopy(v, p->n), *y = checkRandom(p->m, 7);
  real *xPrimal = checkCopy(point, p->n), *yPrimal = checkRandom(p->m, 7);
  real *constant = p->constant ? checkCopy(p->constant, (int)(p->constantBytes / sizeof(real))) : 0;
  wide *expected = (wide *)malloc(sizeof(wide) * (size_t)(p->m + 1));
  checkDifferences(p, point, v, expected);
  p->primal(xPrimal, yPrimal);
  p->forward(x, dx, y, dy);
  checkShow(p->name, "tangent", dy, p->m);
  checkSameOrRounded("forward: primal result", y, yPrimal, p->m);
  checkSame("forward: input memory", x, xPrimal, p->n);
  checkSame("forward: input tangent", dx, v, p->n);
  checkConstant(p, constant);
  for (int i = 0; i < p->m; i++) {
    checkCount++;
    if (!checkIsClose(dy[i], expected[i], checkTolerance(), fabsl(expected[i])))
      checkFailed("forward against differences: d y[i] / d x[j]", i, column, dy[i], expected[i]);
  }
  free(x), free(dx), free(y), free(xPrimal), free(yPrimal), free(constant), free(expected);
}

/// One reverse sweep against `matrix`, whose column j is forward's j-th direction.
CHECK_UNUSED static void checkReverse(const checkProblem *p, const real *point, real *const *matrix,
                                      unsigned seed) {
  real *x = checkCopy(point, p->n), *y = checkRandom(p->m, 7), *ybar = checkRandom(p->m, seed);
  real *xPrimal = checkCopy(point, p->n), *yPrimal = checkRandom(p->m, 7);
  real *xbar = checkRandom(p->n, seed + 1), *before = checkCopy(xbar, p->n);
  real *constant = p->constant ? checkCopy(p->constant, (int)(p->constantBytes / sizeof(real))) : 0;
  if (p->seedIsOne)
    ybar[0] = 1;
  real *weight = checkCopy(ybar, p->m);
  p->primal(xPrimal, yPrimal);
  p->reverse(x, xbar, y, ybar);
  checkShow(p->name, "adjoint", xbar, p->n);
  checkSameOrRounded("reverse: primal result", y, yPrimal, p->m);
  checkSame("reverse: input memory", x, xPrimal, p->n);
  checkConstant(p, constant);
  for (int j = 0; j < p->n; j++) {
    wide expected = before[j], scale = fabsl((wide)before[j]);
    for (int i = 0; i < p->m; i++) {
      expected += (wide)weight[i] * matrix[j][i];
      scale += fabsl((wide)weight[i] * matrix[j][i]);
    }
    checkCount++;
    if (!checkIsClose(xbar[j], expected, checkExactness(), scale))
      checkFailed("reverse against forward: adjoint of x[j], added to its shadow", -1, j, xbar[j],
                  expected);
  }
  for (int i = 0; i < p->m && !p->seedIsOne; i++) {
    checkCount++;
    if (!(ybar[i] == (real)0))
      checkFailed("reverse: shadow of an overwritten output", i, -1, ybar[i], 0);
  }
  free(x), free(y), free(ybar), free(xPrimal), free(yPrimal), free(xbar), free(before),
      free(constant), free(weight);
}

/// Without derivatives: the primal is deterministic and differences converge.
CHECK_UNUSED static void checkPrimal(const checkProblem *p, const real *point, const real *v) {
  real *x = checkCopy(point, p->n), *y = checkRandom(p->m, 7);
  real *x2 = checkCopy(point, p->n), *y2 = checkRandom(p->m, 7);
  wide *d = (wide *)malloc(sizeof(wide) * (size_t)(p->m + 1));
  p->primal(x, y);
  p->primal(x2, y2);
  checkSame("primal result, twice", y2, y, p->m);
  checkDifferences(p, point, v, d);
  for (int i = 0; i < p->m; i++)
    if (!((wide)y[i] - (wide)y[i] == 0) || !(d[i] - d[i] == 0))
      checkFailed("the primal or its difference is not finite", i, -1, y[i], d[i]);
  free(x), free(y), free(x2), free(y2), free(d);
}

#include "check_lanes.h"
#include "check_split.h"

CHECK_UNUSED static void checkPoint(const checkProblem *p, const real *point) {
  real **matrix = (real **)calloc((size_t)p->n + 1, sizeof(real *));
  for (int j = 0; j <= p->n; j++) {
    real *v = checkRandom(p->n, 11);
    for (int i = 0; i < p->n && j < p->n; i++)
      v[i] = (real)(i == j);
    matrix[j] = checkRandom(p->m, 13); // tangents of outputs are assigned: any start will do
    if (p->forward)
      checkForward(p, point, v, j, matrix[j]);
    else
      checkPrimal(p, point, v);
    free(v);
  }
  for (unsigned seed = 17; p->reverse && seed < 18u + (unsigned)!p->seedIsOne; seed++)
    checkReverse(p, point, matrix, seed);
  if (p->split)
    checkSplit(p, point, 17);
  if (p->fromTape)
    checkFromTape(p, point);
  for (int j = 0; j <= p->n; j++)
    free(matrix[j]);
  free(matrix);
  checkLanes(p, point);
}

CHECK_UNUSED static void checkProblemAt(const checkProblem *p) {
  if (p->numbers % p->n != 0)
    checkFailed("the numbers given are not whole points; numbers, inputs", -1, -1, p->numbers,
                p->n);
  // The compiler may not know the points: folded multiply-adds round once, executed ones twice.
  const real *points = p->points;
  __asm__ volatile("" : "+r"(points) : : "memory");
  for (int at = 0; at + p->n <= p->numbers; at += p->n)
    checkPoint(p, points + at);
}
#pragma clang optimize on
#pragma float_control(pop)

//===----------------------------------------------------------------------===//
// One line per shape
//===----------------------------------------------------------------------===//

#ifdef CHECK_ORACLE
#include "check_oracle.h"
#elif defined(CHECK_PRIMAL_ONLY)
#define CHECK_MODES(f, forwardBody, reverseBody) enum { checkNoModes_##f }
#define CHECK_FORWARD(f) 0
#define CHECK_REVERSE(f) 0
#define CHECK_ENTER_VALUES(name)
#else
#define CHECK_MODES(f, forwardBody, reverseBody)                                                   \
  CHECK_UNUSED static void checkForward_##f(real *x, real *dx, real *y, real *dy)                  \
      forwardBody CHECK_UNUSED static void checkReverse_##f(real *x, real *xbar, real *y,          \
                                                            real *ybar) reverseBody enum {         \
        checkModes_##f                                                                             \
      }
#define CHECK_FORWARD(f) checkForward_##f
#define CHECK_REVERSE(f) checkReverse_##f
#define CHECK_ENTER_VALUES(name) CHECK_ENTER(name)
#endif

/// Constructors put the checks in a list in the order of the file; main runs them.
typedef struct checkEntry {
  const char *name;
  void (*run)(void);
  struct checkEntry *next;
} checkEntry;
static checkEntry *checkEntries = 0;

CHECK_UNUSED static void checkEnter(checkEntry *entry) {
  checkEntry **end = &checkEntries;
  while (*end)
    end = &(*end)->next;
  *end = entry;
}

#define CHECK_ENTER(name)                                                                          \
  static checkEntry checkEntry_##name = {#name, checkRun_##name, 0};                               \
  __attribute__((constructor)) static void checkEnter_##name(void) {                               \
    checkEnter(&checkEntry_##name);                                                                \
  }

#define CHECK_RUN(f, n, m, seedIsOne, constant, constantBytes, ...)                                \
  static const real checkPoints_##f[] = {__VA_ARGS__};                                             \
  static void checkRun_##f(void) {                                                                 \
    const checkProblem problem = {#f,                                                              \
                                  n,                                                               \
                                  m,                                                               \
                                  seedIsOne,                                                       \
                                  checkPrimal_##f,                                                 \
                                  CHECK_FORWARD(f),                                                \
                                  CHECK_REVERSE(f),                                                \
                                  CHECK_FORWARD_LANES(f),                                          \
                                  CHECK_REVERSE_LANES(f),                                          \
                                  checkPoints_##f,                                                 \
                                  (int)(sizeof checkPoints_##f / sizeof(real)),                    \
                                  constant,                                                        \
                                  constantBytes,                                                   \
                                  CHECK_SPLIT(f),                                                  \
                                  CHECK_PUSHED(f)};                                                \
    checkProblemAt(&problem);                                                                      \
  }                                                                                                \
  CHECK_ENTER(f)                                                                                   \
  enum { checkEnd_##f }

#define CHECK_PRIMAL(f, ...) CHECK_UNUSED static void checkPrimal_##f(real *x, real *y) __VA_ARGS__
#define CHECK_PAIR(call)                                                                           \
  {                                                                                                \
    const checkPair r = call;                                                                      \
    y[0] = r.primal;                                                                               \
    dy[0] = r.tangent;                                                                             \
  }

#define CHECK_SCALAR(f, ...)                                                                       \
  CHECK_PRIMAL(f, { y[0] = f(x[0]); })                                                             \
  CHECK_MODES(f, CHECK_PAIR(__enzyme_fwddiff_check((void *)f, enzyme_primal_return, x[0], dx[0])), \
              {                                                                                    \
                xbar[0] += __enzyme_autodiff_check((void *)f, x[0]);                               \
                y[0] = f(x[0]);                                                                    \
              });                                                                                  \
  CHECK_SCALAR_VARIANTS(f);                                                                        \
  CHECK_RUN(f, 1, 1, 1, 0, 0, __VA_ARGS__)

#define CHECK_SCALAR2(f, ...)                                                                      \
  CHECK_PRIMAL(f, { y[0] = f(x[0], x[1]); })                                                       \
  CHECK_MODES(f,                                                                                   \
              CHECK_PAIR(__enzyme_fwddiff_check2((void *)f, enzyme_primal_return, x[0], dx[0],     \
                                                 x[1], dx[1])),                                    \
              {                                                                                    \
                const checkTwo d = __enzyme_autodiff_check2((void *)f, x[0], x[1]);                \
                xbar[0] += d.first;                                                                \
                xbar[1] += d.second;                                                               \
                y[0] = f(x[0], x[1]);                                                              \
              });                                                                                  \
  CHECK_SCALAR2_VARIANTS(f);                                                                       \
  CHECK_RUN(f, 2, 1, 1, 0, 0, __VA_ARGS__)

#define CHECK_FUNCTION(f, n, ...)                                                                  \
  CHECK_PRIMAL(f, { y[0] = f(x); })                                                                \
  CHECK_MODES(                                                                                     \
      f, CHECK_PAIR(__enzyme_fwddiff_checks((void *)f, enzyme_primal_return, enzyme_dup, x, dx)),  \
      {                                                                                            \
        __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, xbar);                                  \
        y[0] = f(x);                                                                               \
      });                                                                                          \
  CHECK_FUNCTION_VARIANTS(f, n);                                                                   \
  CHECK_RUN(f, n, 1, 1, 0, 0, __VA_ARGS__)

#define CHECK_FUNCTION_N(f, n, ...)                                                                \
  CHECK_PRIMAL(f, { y[0] = f(x, n); })                                                             \
  CHECK_MODES(f,                                                                                   \
              CHECK_PAIR(__enzyme_fwddiff_checks((void *)f, enzyme_primal_return, enzyme_dup, x,   \
                                                 dx, enzyme_const, n)),                            \
              {                                                                                    \
                __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, xbar, enzyme_const, n);         \
                y[0] = f(x, n);                                                                    \
              });                                                                                  \
  CHECK_FUNCTION_N_VARIANTS(f, n);                                                                 \
  CHECK_RUN(f, n, 1, 1, 0, 0, __VA_ARGS__)

#define CHECK_VECTOR(f, n, m, ...)                                                                 \
  CHECK_PRIMAL(f, { f(x, y); })                                                                    \
  CHECK_MODES(                                                                                     \
      f, { __enzyme_fwddiff_checkv((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy); },            \
      { __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, xbar, enzyme_dup, y, ybar); });         \
  CHECK_VECTOR_VARIANTS(f, n);                                                                     \
  CHECK_RUN(f, n, m, 0, 0, 0, __VA_ARGS__)

#define CHECK_VECTOR_N(f, n, m, ...)                                                               \
  CHECK_PRIMAL(f, { f(x, y, n); })                                                                 \
  CHECK_MODES(                                                                                     \
      f,                                                                                           \
      {                                                                                            \
        __enzyme_fwddiff_checkv((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n); \
      },                                                                                           \
      {                                                                                            \
        __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, xbar, enzyme_dup, y, ybar,              \
                                 enzyme_const, n);                                                 \
      });                                                                                          \
  CHECK_VECTOR_N_VARIANTS(f, n);                                                                   \
  CHECK_RUN(f, n, m, 0, 0, 0, __VA_ARGS__)

#define CHECK_VECTOR_CONST(f, n, m, c, ...)                                                        \
  CHECK_PRIMAL(f, { f(x, y, c); })                                                                 \
  CHECK_MODES(                                                                                     \
      f,                                                                                           \
      {                                                                                            \
        __enzyme_fwddiff_checkv((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, c); \
      },                                                                                           \
      {                                                                                            \
        __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, xbar, enzyme_dup, y, ybar,              \
                                 enzyme_const, c);                                                 \
      });                                                                                          \
  CHECK_VECTOR_CONST_VARIANTS(f, n, c);                                                            \
  CHECK_RUN(f, n, m, 0, c, sizeof(c), __VA_ARGS__)

/// The function's memory is input and output: seeds go in, adjoints come out.
#define CHECK_INPLACE(f, n, ...)                                                                   \
  CHECK_PRIMAL(f, {                                                                                \
    memcpy(y, x, sizeof(real) * (n));                                                              \
    f(y);                                                                                          \
  })                                                                                               \
  CHECK_MODES(                                                                                     \
      f,                                                                                           \
      {                                                                                            \
        memcpy(y, x, sizeof(real) * (n));                                                          \
        memcpy(dy, dx, sizeof(real) * (n));                                                        \
        __enzyme_fwddiff_checkv((void *)f, enzyme_dup, y, dy);                                     \
      },                                                                                           \
      {                                                                                            \
        memcpy(y, x, sizeof(real) * (n));                                                          \
        __enzyme_autodiff_checkv((void *)f, enzyme_dup, y, ybar);                                  \
        for (int i = 0; i < (n); i++) {                                                            \
          xbar[i] += ybar[i];                                                                      \
          ybar[i] = 0;                                                                             \
        }                                                                                          \
      });                                                                                          \
  CHECK_INPLACE_VARIANTS(f, n);                                                                    \
  CHECK_RUN(f, n, n, 0, 0, 0, __VA_ARGS__)

#define CHECK_VALUES(name)                                                                         \
  CHECK_UNUSED static void checkRun_##name(void);                                                  \
  CHECK_ENTER_VALUES(name)                                                                         \
  static void checkRun_##name(void)

int main(void) {
  for (checkEntry *entry = checkEntries; entry; entry = entry->next) {
    const int before = checkFailures;
    entry->run();
    printf("%s %s\n", checkFailures == before ? "ok" : "FAILED", entry->name);
    fflush(stdout);
  }
#ifndef CHECK_PRIMAL_ONLY
  if (!checkCount)
    checkFailed("nothing was checked", -1, -1, 0, 0);
#endif
  return checkFailures != 0;
}

#endif

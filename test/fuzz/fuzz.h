//===- fuzz.h - what a batch of programs includes -------------------------===//
//
// FUZZ_FORWARD(f) and its relatives ask for the derivatives of a function in one mode;
// a table of fuzzProgram lists them. harness.c runs the table and compares with the
// twins over dual numbers (dual.h); it is compiled once, not with each batch.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_FUZZ_FUZZ_H
#define ENZYME_TEST_FUZZ_FUZZ_H
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))
enum { N = 4 };

#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_dup, enzyme_width;
extern void __enzyme_fwddiff_fuzz(void *, ...);
extern void __enzyme_autodiff_fuzz(void *, ...);
extern void *__enzyme_augmentfwd_fuzz(void *, ...);
extern void __enzyme_reverse_fuzz(void *, ...);

typedef struct {
  double v, d, e, de;
} dual;

/// A function of x with its shadows; second order: each with a tangent or adjoint of its own.
typedef void fuzzFirst(double *x, double *dx, double *y, double *dy);
typedef void fuzzSecond(double *x, double *ex, double *dx, double *edx, double *y, double *ey, double *dy, double *edy);
typedef void fuzzLanes(double *x, double *dx[2], double *y, double *dy[2]);

typedef struct {
  const char *name;
  double tolerance;
  int isShared, isLoose; // keeps state that threads share; sums round as threads come
  void (*primal)(int, double *, const double *); // a type that no step has: not a candidate of theirs
  void (*twin)(const dual *, dual *);
  fuzzFirst *forward, *reverse;
  fuzzLanes *forwardLanes, *reverseLanes;
  fuzzFirst *split;
  fuzzSecond *forwardOverReverse, *reverseOverForward;
} fuzzProgram;

/// Runs the programs of a table.
int fuzzMain(const fuzzProgram *programs, unsigned count);
#ifdef __cplusplus
}
#endif

static inline double soft(double x) { return x / sqrt(1 + 0.25 * x * x); }

// The requests of one program, by mode.
#define FUZZ_FORWARD(f)                                                                            \
  static void f##_forward(double *x, double *dx, double *y, double *dy) {                          \
    __enzyme_fwddiff_fuzz((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);                        \
  }
#define FUZZ_REVERSE(f)                                                                            \
  static void f##_reverse(double *x, double *xbar, double *y, double *ybar) {                      \
    __enzyme_autodiff_fuzz((void *)f, enzyme_dup, x, xbar, enzyme_dup, y, ybar);                   \
  }
#define FUZZ_LANES(f)                                                                              \
  static void f##_forwardLanes(double *x, double *dx[2], double *y, double *dy[2]) {               \
    __enzyme_fwddiff_fuzz((void *)f, enzyme_width, 2, enzyme_dup, x, dx[0], dx[1], enzyme_dup, y,  \
                          dy[0], dy[1]);                                                           \
  }                                                                                                \
  static void f##_reverseLanes(double *x, double *xbar[2], double *y, double *ybar[2]) {           \
    __enzyme_autodiff_fuzz((void *)f, enzyme_width, 2, enzyme_dup, x, xbar[0], xbar[1],            \
                           enzyme_dup, y, ybar[0], ybar[1]);                                       \
  }
#define FUZZ_SPLIT(f)                                                                              \
  static void f##_split(double *x, double *xbar, double *y, double *ybar) {                        \
    void *tape = __enzyme_augmentfwd_fuzz((void *)f, enzyme_dup, x, xbar, enzyme_dup, y, ybar);    \
    __enzyme_reverse_fuzz((void *)f, enzyme_dup, x, xbar, enzyme_dup, y, ybar, tape);              \
  }
#define FUZZ_HIGHER(f)                                                                             \
  static void f##_forwardOverReverse(double *x, double *ex, double *xbar, double *exbar, double *y, \
                                     double *ey, double *ybar, double *eybar) {                    \
    __enzyme_fwddiff_fuzz((void *)f##_reverse, enzyme_dup, x, ex, enzyme_dup, xbar, exbar,         \
                          enzyme_dup, y, ey, enzyme_dup, ybar, eybar);                             \
  }                                                                                                \
  static void f##_reverseOverForward(double *x, double *ex, double *dx, double *edx, double *y,    \
                                     double *ey, double *dy, double *edy) {                        \
    __enzyme_autodiff_fuzz((void *)f##_forward, enzyme_dup, x, ex, enzyme_dup, dx, edx,            \
                           enzyme_dup, y, ey, enzyme_dup, dy, edy);                                \
  }

#endif

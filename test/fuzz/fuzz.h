//===- fuzz.h - runs the programs of one batch, each in a process of its own ---===//
//
// Problem: hundreds of small functions share a compilation, and one that crashes or
// stops must not take the others along.
//
// Here: FUZZ(name, modes, tolerance) asks for a function's derivatives in the modes of a bit
// set and lists it; FUZZ_RUN runs all of the list, forked, and compares with the twin
// over dual numbers (dual.h). The output is read by batch.py: a line "BEGIN name", what
// went wrong in lines "WRONG what", and a line "END name status".
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_FUZZ_FUZZ_H
#define ENZYME_TEST_FUZZ_FUZZ_H
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
enum { N = 4, ModeForward = 1, ModeReverse = 2, ModeLanes = 4, ModeSplit = 8 };

typedef struct {
  double v, d;
} dual;

#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_dup, enzyme_width;
extern void __enzyme_fwddiff_fuzz(void *, ...);
extern void __enzyme_autodiff_fuzz(void *, ...);
extern void *__enzyme_augmentfwd_fuzz(void *, ...);
extern void __enzyme_reverse_fuzz(void *, ...);
#ifdef __cplusplus
}
#endif

static inline double soft(double x) { return x / sqrt(1 + 0.25 * x * x); }

typedef struct {
  const char *name;
  double tolerance;
  void (*primal)(const double *, double *);
  void (*twin)(const dual *, dual *);
  void (*forward)(double *, double *, double *, double *);
  void (*reverse)(double *, double *, double *, double *);
  void (*forwardLanes)(double *, double *[2], double *, double *[2]);
  void (*reverseLanes)(double *, double *[2], double *, double *[2]);
  void (*split)(double *, double *, double *, double *);
} fuzzProgram;

static int fuzzWrong;

static void fuzzExpect(const fuzzProgram *p, const char *what, int i, double got, double expected) {
  if (fabs(got - expected) <= p->tolerance * (1 + fabs(expected)))
    return;
  fuzzWrong++;
  printf("WRONG %s %d: %.15g, expected %.15g\n", what, i, got, expected);
}

/// Column j of the Jacobian, and the values.
static void fuzzTwin(const fuzzProgram *p, const double *x, double jacobian[N][N], double *y) {
  for (int j = 0; j < N; j++) {
    dual in[N], out[N];
    for (int i = 0; i < N; i++)
      in[i].v = x[i], in[i].d = i == j;
    p->twin(in, out);
    for (int i = 0; i < N; i++)
      jacobian[i][j] = out[i].d, y[i] = out[i].v;
  }
}

static void fuzzCheckTangent(const fuzzProgram *p, const char *what, double jacobian[N][N],
                             const double *dx, const double *dy) {
  for (int i = 0; i < N; i++) {
    double expected = 0;
    for (int j = 0; j < N; j++)
      expected += jacobian[i][j] * dx[j];
    fuzzExpect(p, what, i, dy[i], expected);
  }
}

static void fuzzCheckAdjoint(const fuzzProgram *p, const char *what, double jacobian[N][N],
                             const double *ybar, const double *xbar) {
  for (int j = 0; j < N; j++) {
    double expected = 0;
    for (int i = 0; i < N; i++)
      expected += jacobian[i][j] * ybar[i];
    fuzzExpect(p, what, j, xbar[j], expected);
  }
}

static void fuzzCheckValues(const fuzzProgram *p, const char *what, const double *y, const double *expected) {
  for (int i = 0; i < N; i++)
    fuzzExpect(p, what, i, y[i], expected[i]);
}

static const double fuzzDx[2][N] = {{0.7, -0.4, 0.3, 1.1}, {-0.2, 0.9, 0.5, -0.6}};
static const double fuzzYbar[2][N] = {{1.0, -0.5, 0.25, 0.8}, {0.3, 0.6, -0.9, 0.4}};

static void fuzzForward(const fuzzProgram *p, double *x, double jacobian[N][N], const double *values) {
  for (int k = 0; k < 2; k++) {
    double dx[N], y[N] = {0}, dy[N] = {0};
    memcpy(dx, fuzzDx[k], sizeof dx);
    p->forward(x, dx, y, dy);
    fuzzCheckValues(p, "forward: value", y, values);
    fuzzCheckTangent(p, "forward", jacobian, fuzzDx[k], dy);
  }
}

/// Twice: what the first sweep leaves in shadows must not be seen by the second.
static void fuzzReverse(const fuzzProgram *p, double *x, double jacobian[N][N], const double *values) {
  for (int k = 0; k < 2; k++) {
    double xbar[N] = {0}, y[N] = {0}, ybar[N];
    memcpy(ybar, fuzzYbar[k], sizeof ybar);
    p->reverse(x, xbar, y, ybar);
    fuzzCheckValues(p, "reverse: value", y, values);
    fuzzCheckAdjoint(p, "reverse", jacobian, fuzzYbar[k], xbar);
  }
}

static void fuzzLanes(const fuzzProgram *p, double *x, double jacobian[N][N], const double *values) {
  double dx[2][N], dy[2][N] = {{0}}, xbar[2][N] = {{0}}, ybar[2][N], y[N] = {0};
  memcpy(dx, fuzzDx, sizeof dx);
  memcpy(ybar, fuzzYbar, sizeof ybar);
  double *dxs[2] = {dx[0], dx[1]}, *dys[2] = {dy[0], dy[1]};
  p->forwardLanes(x, dxs, y, dys);
  fuzzCheckValues(p, "lanes: value", y, values);
  double *xbars[2] = {xbar[0], xbar[1]}, *ybars[2] = {ybar[0], ybar[1]};
  p->reverseLanes(x, xbars, y, ybars);
  for (int k = 0; k < 2; k++) {
    fuzzCheckTangent(p, "forward lanes", jacobian, fuzzDx[k], dy[k]);
    fuzzCheckAdjoint(p, "reverse lanes", jacobian, fuzzYbar[k], xbar[k]);
  }
}

static void fuzzSplit(const fuzzProgram *p, double *x, double jacobian[N][N], const double *values) {
  double xbar[N] = {0}, y[N] = {0}, ybar[N];
  memcpy(ybar, fuzzYbar[0], sizeof ybar);
  p->split(x, xbar, y, ybar);
  fuzzCheckValues(p, "split: value", y, values);
  fuzzCheckAdjoint(p, "split", jacobian, fuzzYbar[0], xbar);
}

static void fuzzCheck(const fuzzProgram *p) {
  static const double points[2][N] = {{0.37, -0.81, 0.54, 1.13}, {-0.66, 0.29, 0.92, -0.45}};
  for (int k = 0; k < 2; k++) {
    double x[N], y[N] = {0}, again[N] = {0}, values[N], jacobian[N][N];
    memcpy(x, points[k], sizeof x);
    fuzzTwin(p, x, jacobian, values);
    p->primal(x, y);
    fuzzCheckValues(p, "primal", y, values);
    if (p->forward)
      fuzzForward(p, x, jacobian, values);
    if (p->reverse)
      fuzzReverse(p, x, jacobian, values);
    if (p->forwardLanes)
      fuzzLanes(p, x, jacobian, values);
    if (p->split)
      fuzzSplit(p, x, jacobian, values);
    p->primal(x, again);
    for (int i = 0; i < N; i++)
      if (memcmp(&y[i], &again[i], sizeof y[i]))
        fuzzWrong++, printf("WRONG primal afterwards %d: %.15g, before %.15g\n", i, again[i], y[i]);
    if (memcmp(x, points[k], sizeof x))
      fuzzWrong++, printf("WRONG input memory changed\n");
  }
}

/// In a process of its own; the status is the exit code, or 1000 and the signal.
static void fuzzRun(const fuzzProgram *p) {
  printf("BEGIN %s\n", p->name);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(1, 2);
    alarm(20);
    fuzzCheck(p);
    fflush(stdout);
    exit(fuzzWrong != 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("\nEND %s %d\n", p->name, WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status));
  fflush(stdout);
}

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

#endif

//===- harness.c - runs the programs of one batch, each in a process of its own ---===//
//
// Problem: dozens of small functions share a compilation, and one that crashes or
// stops must not take the others along.
//
// Here: fuzzMain runs a table of programs, forked, and compares every mode with the twin
// over dual numbers. The output is read by batch.py: a line "BEGIN name", what went
// wrong in lines "WRONG what", and a line "END name status".
//===----------------------------------------------------------------------===//
#include "fuzz.h"
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// What the twin says of one program at one point: values, columns of the Jacobian, and
/// the derivative of each entry in the direction fuzzDx[0].
typedef struct {
  double y[N], jacobian[N][N], curvature[N][N];
} fuzzTruth;

static const double fuzzDx[2][N] = {{0.7, -0.4, 0.3, 1.1}, {-0.2, 0.9, 0.5, -0.6}};
static const double fuzzYbar[2][N] = {{1.0, -0.5, 0.25, 0.8}, {0.3, 0.6, -0.9, 0.4}};
static int fuzzWrong;

static void fuzzExpect(const fuzzProgram *p, const char *what, int i, double got, double expected) {
  if (fabs(got - expected) <= p->tolerance * (1 + fabs(expected)))
    return;
  __atomic_fetch_add(&fuzzWrong, 1, __ATOMIC_SEQ_CST);
  printf("WRONG %s %d: %.15g, expected %.15g\n", what, i, got, expected);
}

static void fuzzTwin(const fuzzProgram *p, const double *x, fuzzTruth *truth) {
  for (int j = 0; j < N; j++) {
    dual in[N], out[N];
    for (int i = 0; i < N; i++)
      in[i] = (dual){x[i], i == j, fuzzDx[0][i], 0};
    p->twin(in, out);
    for (int i = 0; i < N; i++)
      truth->y[i] = out[i].v, truth->jacobian[i][j] = out[i].d, truth->curvature[i][j] = out[i].de;
  }
}

static void fuzzCheckTangent(const fuzzProgram *p, const char *what, const double jacobian[N][N],
                             const double *dx, const double *dy) {
  for (int i = 0; i < N; i++) {
    double expected = 0;
    for (int j = 0; j < N; j++)
      expected += jacobian[i][j] * dx[j];
    fuzzExpect(p, what, i, dy[i], expected);
  }
}

static void fuzzCheckAdjoint(const fuzzProgram *p, const char *what, const double jacobian[N][N],
                             const double *ybar, const double *xbar) {
  for (int j = 0; j < N; j++) {
    double expected = 0;
    for (int i = 0; i < N; i++)
      expected += jacobian[i][j] * ybar[i];
    fuzzExpect(p, what, j, xbar[j], expected);
  }
}

static void fuzzCheckValues(const fuzzProgram *p, const char *what, const double *y,
                            const double *expected) {
  for (int i = 0; i < N; i++)
    fuzzExpect(p, what, i, y[i], expected[i]);
}

static void fuzzForward(const fuzzProgram *p, double *x, const fuzzTruth *truth) {
  for (int k = 0; k < 2; k++) {
    double dx[N], y[N] = {0}, dy[N] = {0};
    memcpy(dx, fuzzDx[k], sizeof dx);
    p->forward(x, dx, y, dy);
    fuzzCheckValues(p, "forward: value", y, truth->y);
    fuzzCheckTangent(p, "forward", truth->jacobian, fuzzDx[k], dy);
  }
}

/// Twice: what the first sweep leaves in shadows must not be seen by the second.
static void fuzzReverse(const fuzzProgram *p, const char *what, double *x, const fuzzTruth *truth) {
  for (int k = 0; k < 2; k++) {
    double xbar[N] = {0}, y[N] = {0}, ybar[N];
    memcpy(ybar, fuzzYbar[k], sizeof ybar);
    p->reverse(x, xbar, y, ybar);
    fuzzCheckValues(p, "reverse: value", y, truth->y);
    fuzzCheckAdjoint(p, what, truth->jacobian, fuzzYbar[k], xbar);
  }
}

typedef struct {
  const fuzzProgram *program;
  const fuzzTruth *truth;
  double x[N];
} fuzzRequest;

static void *fuzzInThread(void *request) {
  fuzzRequest *r = request;
  fuzzReverse(r->program, "reverse in a thread", r->x, r->truth);
  return NULL;
}

/// Requests in two threads: at once, or one after the other where the program's state is shared.
static void fuzzThreads(const fuzzProgram *p, const double *x, const fuzzTruth *truth) {
  fuzzRequest requests[2];
  pthread_t threads[2];
  for (int k = 0; k < 2; k++) {
    requests[k].program = p, requests[k].truth = truth;
    memcpy(requests[k].x, x, sizeof requests[k].x);
    pthread_create(&threads[k], NULL, fuzzInThread, &requests[k]);
    if (p->isShared)
      pthread_join(threads[k], NULL);
  }
  for (int k = 0; k < 2 && !p->isShared; k++)
    pthread_join(threads[k], NULL);
}

static void fuzzTwoLanes(const fuzzProgram *p, double *x, const fuzzTruth *truth) {
  double dx[2][N], dy[2][N] = {{0}}, xbar[2][N] = {{0}}, ybar[2][N], y[N] = {0};
  memcpy(dx, fuzzDx, sizeof dx);
  memcpy(ybar, fuzzYbar, sizeof ybar);
  double *dxs[2] = {dx[0], dx[1]}, *dys[2] = {dy[0], dy[1]};
  p->forwardLanes(x, dxs, y, dys);
  fuzzCheckValues(p, "lanes: value", y, truth->y);
  double *xbars[2] = {xbar[0], xbar[1]}, *ybars[2] = {ybar[0], ybar[1]};
  p->reverseLanes(x, xbars, y, ybars);
  for (int k = 0; k < 2; k++) {
    fuzzCheckTangent(p, "forward lanes", truth->jacobian, fuzzDx[k], dy[k]);
    fuzzCheckAdjoint(p, "reverse lanes", truth->jacobian, fuzzYbar[k], xbar[k]);
  }
}

static void fuzzSplit(const fuzzProgram *p, double *x, const fuzzTruth *truth) {
  double xbar[N] = {0}, y[N] = {0}, ybar[N];
  memcpy(ybar, fuzzYbar[0], sizeof ybar);
  p->split(x, xbar, y, ybar);
  fuzzCheckValues(p, "split: value", y, truth->y);
  fuzzCheckAdjoint(p, "split", truth->jacobian, fuzzYbar[0], xbar);
}

/// The gradient along fuzzDx[0], by forward mode of the reverse sweep and by the reverse
/// sweep of forward mode.
static void fuzzHigher(const fuzzProgram *p, double *x, const fuzzTruth *truth) {
  double ex[N], xbar[N] = {0}, exbar[N] = {0}, y[N] = {0}, ey[N] = {0}, ybar[N], eybar[N] = {0};
  memcpy(ex, fuzzDx[0], sizeof ex);
  memcpy(ybar, fuzzYbar[0], sizeof ybar);
  p->forwardOverReverse(x, ex, xbar, exbar, y, ey, ybar, eybar);
  fuzzCheckAdjoint(p, "reverse below forward", truth->jacobian, fuzzYbar[0], xbar);
  fuzzCheckTangent(p, "forward over reverse: tangent", truth->jacobian, fuzzDx[0], ey);
  fuzzCheckAdjoint(p, "forward over reverse", truth->curvature, fuzzYbar[0], exbar);

  double dx[N], dy[N] = {0}, xOfTangent[N] = {0}, dxbar[N] = {0}, none[N] = {0}, seed[N];
  memcpy(dx, fuzzDx[0], sizeof dx);
  memcpy(seed, fuzzYbar[0], sizeof seed);
  p->reverseOverForward(x, xOfTangent, dx, dxbar, y, none, dy, seed);
  fuzzCheckTangent(p, "forward below reverse", truth->jacobian, fuzzDx[0], dy);
  fuzzCheckAdjoint(p, "reverse over forward", truth->curvature, fuzzYbar[0], xOfTangent);
  fuzzCheckAdjoint(p, "reverse over forward: tangent", truth->jacobian, fuzzYbar[0], dxbar);
}

/// The program itself gives what it gave before, to the bit.
static void fuzzCheckAgain(const fuzzProgram *p, const double *x, const double *y) {
  double again[N] = {0};
  p->primal(0, again, x);
  for (int i = 0; i < N; i++) {
    if (p->isLoose)
      fuzzExpect(p, "primal afterwards", i, again[i], y[i]);
    else if (memcmp(&y[i], &again[i], sizeof y[i]))
      fuzzWrong++, printf("WRONG primal afterwards %d: %.15g, before %.15g\n", i, again[i], y[i]);
  }
}

static void fuzzCheck(const fuzzProgram *p) {
  static const double points[2][N] = {{0.37, -0.81, 0.54, 1.13}, {-0.66, 0.29, 0.92, -0.45}};
  for (int k = 0; k < 2; k++) {
    double x[N], y[N] = {0};
    fuzzTruth truth;
    memcpy(x, points[k], sizeof x);
    fuzzTwin(p, x, &truth);
    p->primal(0, y, x);
    fuzzCheckValues(p, "primal", y, truth.y);
    if (p->forward)
      fuzzForward(p, x, &truth);
    if (p->reverse)
      fuzzReverse(p, "reverse", x, &truth), fuzzThreads(p, x, &truth);
    if (p->forwardLanes)
      fuzzTwoLanes(p, x, &truth);
    if (p->split)
      fuzzSplit(p, x, &truth);
    if (p->forwardOverReverse)
      fuzzHigher(p, x, &truth);
    fuzzCheckAgain(p, x, y);
    if (memcmp(x, points[k], sizeof x))
      fuzzWrong++, printf("WRONG input memory changed\n");
  }
}

/// The status is the exit code, or 1000 and the signal.
static void fuzzRun(const fuzzProgram *p) {
  printf("BEGIN %s\n", p->name);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(1, 2);
    setrlimit(RLIMIT_CPU, &(struct rlimit){30, 30});
    fuzzCheck(p);
    fflush(stdout);
    exit(fuzzWrong != 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("\nEND %s %d\n", p->name,
         WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status));
  fflush(stdout);
}

int fuzzMain(const fuzzProgram *programs, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    fuzzRun(&programs[i]);
  return 0;
}

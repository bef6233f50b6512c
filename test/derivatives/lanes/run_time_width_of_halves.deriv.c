// A number of lanes that only the run knows, in the halves of a split derivative: one tape, whatever
// the lanes are, read by each of them; seeds of each lane's own or one for all.
#include "check.h"
extern int enzyme_dupv, enzyme_byref, enzyme_allocated, enzyme_tape;
enum { n = 3, most = 10 };
typedef struct {
  void *tape;
  double p;
} Taped;
Taped __enzyme_augmentfwd(void *, ...);
void *__enzyme_augmentfwd_v(void *, ...);
double __enzyme_augmentfwd_in(void *, ...);
void __enzyme_reverse_v(void *, ...);
double *__enzyme_reverse_n(void *, ...);
double *__enzyme_fwdsplit_n(void *, ...);
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff(void *, ...);

static double energy(double *x, double k) {
  double e = 0;
  for (int i = 0; i < n; i++) {
    x[i] = sin(x[i]) * k + x[(i + 1) % n];
    e += x[i] * x[i];
  }
  return e;
}
static void scaled(const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[(i + 1) % n];
}
static double dx[most][n], seeds[most], x[n], at[n] = {0.4, -1.2, 2.5};
static void start(void) {
  memcpy(x, at, sizeof x);
  for (int lane = 0; lane < most; lane++) {
    seeds[lane] = 0.5 * lane - 1;
    for (int i = 0; i < n; i++)
      dx[lane][i] = 0.1 * lane + i;
  }
}
/// The gradient in one lane of its own.
static double alone(double *d1, double k) {
  double x1[n];
  memcpy(x1, at, sizeof x1);
  return __enzyme_autodiff((void *)energy, x1, d1, k);
}
CHECK_VALUES(reverse) {
  for (int lanes = 1; lanes <= most; lanes += 3)
    for (int isReference = 0; isReference < 2; isReference++) {
      start();
      Taped t = __enzyme_augmentfwd((void *)energy, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, 0.8);
      memset(x, 0, sizeof x);
      double *dk;
      if (isReference)
        dk = __enzyme_reverse_n((void *)energy, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, 0.8,
                                enzyme_byref, sizeof seeds[0], seeds, t.tape);
      else
        dk = __enzyme_reverse_n((void *)energy, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, 0.8, 2.0,
                                t.tape);
      for (int lane = 0; lane < lanes; lane++) {
        // dx is also the shadow of what the function overwrote, and is not zero: all is linear in it
        double seed = isReference ? seeds[lane] : 2, zero[n] = {0}, moved[n];
        for (int i = 0; i < n; i++)
          moved[i] = 0.1 * lane + i;
        double dkZero = alone(zero, 0.8), dkMoved = alone(moved, 0.8);
        EXPECT_CLOSE(dk[lane], dkMoved + (seed - 1) * dkZero, 1e-13);
        for (int i = 0; i < n; i++)
          EXPECT_CLOSE(dx[lane][i], moved[i] + (seed - 1) * zero[i], 1e-13);
      }
      free(dk);
    }
}
CHECK_VALUES(no_result_is_taken) {
  start();
  volatile int lanes = most;
  Taped t = __enzyme_augmentfwd((void *)energy, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, 0.8);
  for (int again = 0; again < 2; again++) {
    start();
    memset(dx, 0, sizeof dx);
    if (again)
      __enzyme_reverse_v((void *)energy, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, 0.8, 1.0, t.tape);
    else
      __enzyme_reverse_v((void *)energy, enzyme_nofree, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, 0.8,
                         1.0, t.tape);
    double d1[n] = {0};
    alone(d1, 0.8);
    for (int lane = 0; lane < most; lane++)
      for (int i = 0; i < n; i++)
        EXPECT_CLOSE(dx[lane][i], d1[i], 1e-13);
  }
}
CHECK_VALUES(forward_from_the_tape) {
  volatile int lanes = 7;
  start();
  Taped t = __enzyme_augmentfwd((void *)energy, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, enzyme_const, 0.8);
  double *tangents = __enzyme_fwdsplit_n((void *)energy, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx,
                                         enzyme_const, 0.8, t.tape);
  for (int lane = 0; lane < lanes; lane++) {
    double x1[n], d1[n];
    memcpy(x1, at, sizeof x1);
    for (int i = 0; i < n; i++)
      d1[i] = 0.1 * lane + i;
    EXPECT_CLOSE(tangents[lane], __enzyme_fwddiff((void *)energy, x1, d1, enzyme_const, 0.8), 1e-13);
    for (int i = 0; i < n; i++)
      EXPECT_CLOSE(dx[lane][i], d1[i], 1e-13);
  }
  free(tangents);
}
CHECK_VALUES(tape_in_memory) {
  volatile int lanes = 4;
  double y[n], dy[4][n], memory[16];
  start();
  memset(dx, 0, sizeof dx);
  for (int lane = 0; lane < lanes; lane++)
    for (int i = 0; i < n; i++)
      dy[lane][i] = lane == i;
  __enzyme_augmentfwd_in((void *)scaled, enzyme_allocated, 128, enzyme_tape, memory, enzyme_width, lanes,
                         enzyme_dupv, sizeof dx[0], x, dx, enzyme_dupv, sizeof dy[0], y, dy);
  memset(x, 0, sizeof x);
  __enzyme_reverse_v((void *)scaled, enzyme_allocated, 128, enzyme_tape, memory, enzyme_width, lanes, enzyme_dupv,
                     sizeof dx[0], x, dx, enzyme_dupv, sizeof dy[0], y, dy);
  for (int lane = 0; lane < lanes; lane++)
    for (int i = 0; i < n; i++) {
      double d = (lane == i ? at[(i + 1) % n] : 0) + (lane == (i + 2) % n && lane < n ? at[(i + 2) % n] : 0);
      EXPECT_EXACT(dx[lane][i], lane < n ? d : 0);
    }
}

// With enzyme_nofree the reverse half runs as often as one likes and gives the same
// each time: the shadows of memory the function made itself are clean again.
#include "check.h"

extern void *__enzyme_augmentfwd_void(void *, ...);
extern void __enzyme_reverse_void(void *, ...);

static void zeroed(const double *x, double *y) {
  double *sums = (double *)calloc(4, sizeof(double));
  for (int i = 0; i < 12; i++)
    sums[i % 4] += x[i % 3] * sin(x[(i + 1) % 3]) * (sums[(i + 1) % 4] + 1);
  y[0] = sums[0] * sums[3];
  y[1] = sums[1] + sums[2] * sums[2];
  free(sums);
}

static void stack(const double *x, double *y) {
  double ring[5] = {0};
  for (int i = 0; i < 9; i++)
    ring[i % 5] = ring[(i + 4) % 5] * x[0] + x[i % 3];
  y[0] = ring[3];
  y[1] = ring[0] * ring[1];
}

__attribute__((noinline)) static double *made(int n) { return (double *)calloc(n, sizeof(double)); }
__attribute__((noinline)) static void add(double *to, double value) { *to += value * *to + value; }

static void by_callees(const double *x, double *y) {
  double *sums = made(2);
  for (int i = 0; i < 6; i++)
    add(&sums[i & 1], x[i % 3]);
  y[0] = sums[0];
  y[1] = sums[1] * x[0];
  free(sums);
}


#define REPEATED(f)                                                                                \
  CHECK_VALUES(f##_repeated) {                                                                     \
    double x[3] = {0.4, 0.9, 1.3}, dx[3] = {0}, y[2] = {0}, dy[2] = {0}, y2[2] = {0};              \
    void *tape = __enzyme_augmentfwd_void((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);        \
    for (int round = 0; round < 5; round++) {                                                      \
      double expected[3] = {0}, seeds[2] = {1.0 + round % 2, 2.0};                                 \
      __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, expected, enzyme_dup, y2, seeds);         \
      memset(dx, 0, sizeof dx);                                                                    \
      dy[0] = 1.0 + round % 2;                                                                     \
      dy[1] = 2.0;                                                                                 \
      if (round < 4)                                                                               \
        __enzyme_reverse_void((void *)f, enzyme_nofree, enzyme_dup, x, dx, enzyme_dup, y, dy, tape); \
      else                                                                                         \
        __enzyme_reverse_void((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, tape);              \
      for (int i = 0; i < 3; i++)                                                                  \
        EXPECT_CLOSE(dx[i], expected[i], 1e-14); /* -O3 sums in any order */                      \
    }                                                                                              \
  }

REPEATED(zeroed)
REPEATED(stack)
REPEATED(by_callees)

// Forward mode that takes its primal values from a tape: loops of every kind, calls,
// memory made by the function, branches; the primal's memory has changed since.
#include "check.h"

extern int enzyme_not_overwritten;
typedef struct {
  void *tape;
  double p;
} Taped;
extern Taped __enzyme_augmentfwd(void *, ...);
extern void *__enzyme_augmentfwd_void(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
extern void __enzyme_fwdsplit_void(void *, ...);
extern void __enzyme_reverse_void(void *, ...);
extern double __enzyme_fwddiff(void *, ...);

static double counted(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      s = s * cos(x[j]) + x[i];
  return s;
}
static double uncounted(const double *x, int n) {
  double s = x[0];
  while (s < 20) {
    s = s * 1.3 + x[n - 1];
    for (int j = 0; j < n && s > 5; j++)
      s += sin(s * x[j]);
  }
  return s * s;
}
static double leaves_early(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 1.5)
      return s * x[i];
    if (x[i] > 1)
      continue;
    s += exp(x[i]);
  }
  return s;
}
NOINLINE static double power(double x, int n) { return n == 0 ? 1 : power(x, n - 1) * x; }
static double calls(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += power(x[i], i + 2) * s + sin(x[i]);
  return s;
}
static double local(const double *x, int n) {
  double *p = (double *)malloc(sizeof(double) * n), ring[3] = {1, 2, 3};
  for (int i = 0; i < n; i++)
    p[i] = x[i] * ring[i % 3] + (i ? p[i - 1] : 0);
  for (int i = 0; i < n; i++)
    ring[(i + 1) % 3] *= sin(p[n - 1 - i]);
  double s = ring[0] * ring[1] + ring[2] * p[n - 1];
  free(p);
  return s;
}
static double chooses(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    switch (i % 4) {
    case 0:
      s += x[i] * x[i];
      break;
    case 1:
      s *= x[i];
      break;
    case 2:
      s = x[i] > 0.8 ? s * s : s - x[i];
    default:
      s += 1;
    }
  return s;
}

#define FROM_TAPE(f)                                                                               \
  CHECK_VALUES(f##_from_tape) {                                                                    \
    double x[5] = {0.4, 0.9, 1.3, 0.7, 1.6}, dx[5] = {0}, again[5], seeds[5] = {0};                \
    Taped t = __enzyme_augmentfwd((void *)f, enzyme_dup, x, seeds, enzyme_const, 5);               \
    EXPECT_EXACT(t.p, f(x, 5));                                                                    \
    for (int i = 0; i < 5; i++) {                                                                  \
      again[i] = x[i];                                                                             \
      x[i] = 1000;                                                                                 \
    }                                                                                              \
    double expected[5] = {0};                                                                      \
    for (int i = 0; i < 5; i++) {                                                                  \
      for (int j = 0; j < 5; j++)                                                                  \
        dx[j] = i == j;                                                                            \
      expected[i] = __enzyme_fwddiff((void *)f, enzyme_dup, again, dx, enzyme_const, 5);           \
      EXPECT_CLOSE(__enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, x, dx, enzyme_const, 5, t.tape), \
                   expected[i], 1e-12);                                                            \
    }                                                                                              \
    __enzyme_reverse_void((void *)f, enzyme_dup, x, seeds, enzyme_const, 5, 1.0, t.tape);          \
    for (int i = 0; i < 5; i++)                                                                    \
      EXPECT_CLOSE(seeds[i], expected[i], 1e-12);                                                  \
  }

FROM_TAPE(counted)
FROM_TAPE(uncounted)
FROM_TAPE(leaves_early)
FROM_TAPE(calls)
FROM_TAPE(local)
FROM_TAPE(chooses)

static void moves(double *x, double *y) {
  *y = sin(*x);
  *x = 0;
}
static double values(double x, double y, int n) { return n * sin(x) * y; }

CHECK_VALUES(memory_that_is_overwritten) {
  double x = 1, dx = 2, y = 0, dy = 0;
  void *tape = __enzyme_augmentfwd_void((void *)moves, &x, &dx, &y, &dy);
  EXPECT_EXACT(x, 0);
  dx = 2;
  dy = 0;
  __enzyme_fwdsplit_void((void *)moves, &x, &dx, &y, &dy, tape);
  EXPECT_CLOSE(dy, 2 * cos(1), 1e-14);
  EXPECT_EXACT(dx, 0);
  EXPECT_CLOSE(y, sin(1), 1e-14);
}
CHECK_VALUES(values_by_value) {
  Taped t = __enzyme_augmentfwd((void *)values, 1.0, 2.0, 3);
  EXPECT_CLOSE(__enzyme_fwdsplit((void *)values, 1.0, 1.0, 2.0, 10.0, 3, t.tape),
               3 * (cos(1) * 2 + sin(1) * 10), 1e-13);
}
typedef struct {
  double p, t;
} Both;
extern Both __enzyme_fwdsplit_both(void *, ...);
CHECK_VALUES(the_primal_from_the_tape) {
  Taped t = __enzyme_augmentfwd((void *)values, 1.0, enzyme_const, 2.0, 3);
  Both b = __enzyme_fwdsplit_both((void *)values, enzyme_primal_return, 1.0, 1.0, enzyme_const, 2.0, 3, t.tape);
  EXPECT_CLOSE(b.p, 6 * sin(1), 1e-13);
  EXPECT_CLOSE(b.t, 6 * cos(1), 1e-13);
}

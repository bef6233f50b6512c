// Who calls the halves overwrites what the first has read before the second runs, whichever way the
// address came: the derivative is that of what was read.
#include "check.h"
enum { N = 3 };
struct pair {
  const double *first, *second;
};
NOINLINE static const double *later(const double *x) { return x + 1; }
NOINLINE static struct pair both(const double *x, const double *y, int isTurned) {
  return isTurned ? (struct pair){y, x} : (struct pair){x, y};
}
NOINLINE static double product(const double *a, int n) {
  double result = 1;
  for (int i = 0; i < n; i++)
    result *= a[i];
  return result;
}
static double ofSelect(const double *x, const double *y, int which) {
  const double *one = which ? y : x;
  return one[0] * one[0] * one[2];
}
static double ofLoop(const double *x, const double *y, int which) {
  const double *one = x;
  double sum = 0;
  for (int i = 0; i < which + 4; i++) {
    sum += one[1] * one[1] * (i + 1);
    one = i % 2 == which ? y : x;
  }
  return sum;
}
static double ofCall(const double *x, const double *y, int which) {
  const double *one = later(which ? y : x);
  return one[0] * one[0] * one[1];
}
static double ofStructure(const double *x, const double *y, int which) {
  struct pair two = both(x, y, which);
  return two.first[0] * two.second[1] * two.first[2];
}
static double ofTable(const double *x, const double *y, int which) {
  const double *table[2] = {x, y}, *volatile *at = (const double *volatile *)table;
  const double *one = at[which];
  return one[0] * one[0] * one[1];
}
static double ofOwn(const double *x, const double *y, int which) {
  double own[N] = {x[0] * y[0], x[1], y[2]};
  return product(own, N) * (which + 1);
}
static double ofHeap(const double *x, const double *y, int which) {
  double *own = (double *)malloc(N * sizeof *own);
  for (int i = 0; i < N; i++)
    own[i] = x[i] * y[N - 1 - i];
  double result = product(own, N) * own[which];
  free(own);
  return result;
}
/// Constants on the stack of the first half.
NOINLINE static void weigh(double *weights, int which) {
  for (int i = 0; i < N; i++)
    weights[i] = i * i + which + 0.5;
}
static double ofWeights(const double *x, const double *y, int which) {
  double weights[N], sum = 0;
  weigh(weights, which);
  for (int i = 0; i < N; i++)
    sum += x[i] * y[i] * weights[(i + which) % N];
  return sum;
}
static double ofInteger(const double *x, const double *y, int which) {
  unsigned long address = (unsigned long)(which ? y : x) + sizeof *x;
  const double *one = (const double *)(address & ~(unsigned long)7);
  return one[0] * one[0] * one[1];
}

typedef struct {
  void *tape;
  double primal;
} half;
half __enzyme_augmentfwd_halves(void *, ...);
void __enzyme_reverse_halves(void *, ...);
typedef double (*function)(const double *, const double *, int);

#define HALVES(f)                                                                                  \
  CHECK_VALUES(f##InHalves) {                                                                      \
    for (int which = 0; which < 2; which++) {                                                      \
      double x[N] = {1.5, 2, 0.5}, y[N] = {-1, 3, 0.25}, dx[N] = {0}, dy[N] = {0};                 \
      double xs[N] = {0}, ys[N] = {0};                                                             \
      __enzyme_autodiff_checkv((void *)f, x, dx, y, dy, enzyme_const, which);                      \
      half first =                                                                                 \
          __enzyme_augmentfwd_halves((void *)f, x, xs, y, ys, enzyme_const, which);                \
      EXPECT_CLOSE(first.primal, f(x, y, which), 0);                                               \
      for (int i = 0; i < N; i++)                                                                  \
        x[i] = y[i] = 100 + i;                                                                     \
      __enzyme_reverse_halves((void *)f, x, xs, y, ys, enzyme_const, which, 1.0, first.tape);      \
      for (int i = 0; i < N; i++) {                                                                \
        EXPECT_CLOSE(xs[i], dx[i], 1e-14);                                                         \
        EXPECT_CLOSE(ys[i], dy[i], 1e-14);                                                         \
      }                                                                                            \
    }                                                                                              \
  }
HALVES(ofSelect)
HALVES(ofLoop)
HALVES(ofCall)
HALVES(ofStructure)
HALVES(ofTable)
HALVES(ofOwn)
HALVES(ofHeap)
HALVES(ofInteger)
HALVES(ofWeights)

/// Memory of the function's own that others know of.
static double *kept;
static double ofKept(const double *x, const double *y, int which) {
  kept = (double *)malloc(N * sizeof *kept);
  double *own = kept;
  for (int i = 0; i < N; i++)
    own[i] = x[i] * y[i];
  return own[which] * own[which] * own[2];
}
CHECK_VALUES(ofKeptInHalves) {
  double x[N] = {1.5, 2, 0.5}, y[N] = {1, 1, 1}, xs[N] = {0}, ys[N] = {0};
  half first = __enzyme_augmentfwd_halves((void *)ofKept, x, xs, y, ys, enzyme_const, 1);
  kept[1] = kept[2] = 100;
  __enzyme_reverse_halves((void *)ofKept, x, xs, y, ys, enzyme_const, 1, 1.0, first.tape);
  EXPECT_CLOSE(xs[1], 2, 1e-14);
  EXPECT_CLOSE(xs[2], 4, 1e-14);
  free(kept);
}

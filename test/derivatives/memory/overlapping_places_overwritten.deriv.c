// What a reverse sweep needs was overwritten meanwhile through another pointer, which may be the same place or
// one beside it: two arguments, members of a structure, results of calls, moved and copied blocks.
#include "check.h"

NOINLINE static double squareInto(double *to, const double *from) {
  double v = from[0];
  to[0] = v * v * v;
  return v * v;
}
double twoArguments(const double *x) {
  double a[2] = {x[0], x[1]};
  double r = squareInto(a, a) + squareInto(a + 1, a);
  return r + a[0] * a[1];
}

NOINLINE static void recur(double *to, const double *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] * from[i] + .5 * to[i];
}
double shifted(const double *x) {
  double a[6] = {x[0], x[1], .3, .2, .1, .4};
  recur(a + 1, a, 5);
  recur(a, a + 1, 5);
  recur(a, a, 6);
  return a[5] * a[0] + a[3];
}

typedef struct {
  double *from, *to;
} ends;
NOINLINE static double between(const ends *e, int n) {
  double r = 0;
  for (int i = 0; i < n; i++) {
    double v = e->from[i];
    e->to[i] = v * v;
    r += v * v * e->to[i];
  }
  return r;
}
double members(const double *x) {
  double a[4] = {x[0], x[1], x[0] * x[1], .7};
  ends same = {a, a}, next = {a, a + 1};
  return between(&same, 3) * between(&next, 3) + a[3];
}

NOINLINE static double *place(double *a, int i) { return a + (i & 1); }
NOINLINE static double returned(double *a, int i) {
  double *from = place(a, i), *to = place(a, i + 2), v = *from;
  *to = v * v + 1;
  return v * v * v;
}
double results(const double *x) {
  double a[2] = {x[0], x[1]};
  return returned(a, 0) * returned(a, 1) * returned(a, 0) + a[0] * a[1];
}

NOINLINE static double chosen(double *a, double *b, int isLeft) {
  double *to = isLeft ? a : b, v = a[0] * b[0];
  *to = v * v;
  return v * a[0];
}
double choices(const double *x) {
  double a[2] = {x[0], x[1]};
  return chosen(a, a + 1, 1) + chosen(a, a + 1, 0) + chosen(a, a, 1) + a[0] * a[1];
}

NOINLINE static double movedAway(double *a, int n) {
  double v = a[0] * a[1], w = a[n - 1] * v;
  memmove(a, a + 1, sizeof(double) * (size_t)(n - 1));
  return v * w * a[0];
}
NOINLINE static double copiedOver(double *a, const double *b, int n) {
  double v = a[0] * a[1];
  memcpy(a, b, sizeof(double) * (size_t)n);
  return v * a[1];
}
NOINLINE static double clearedAfter(double *a, int n) {
  double v = a[0] * a[1];
  memset(a, 0, sizeof(double) * (size_t)n);
  return v + a[0];
}
double blocks(const double *x) {
  double a[4] = {x[0], x[1], x[0] + x[1], .7}, b[4] = {x[1], x[0] * x[0], 1, x[1]};
  double r = movedAway(a, 4) + movedAway(a, 3);
  r += copiedOver(b, a, 3) * copiedOver(a, b + 1, 2);
  return r + clearedAfter(a, 2) * clearedAfter(b, 4) + a[2] * b[3];
}

// What came from constants is none of what lay there before.
static const double table[4] = {2, 3, 5, 7};
NOINLINE static double constantsOver(double *a, const double *from, int n) {
  double v = a[0] * a[1];
  memcpy(a, from, sizeof(double) * (size_t)n);
  return v + a[0] * a[1] * v;
}
double constants(const double *x) {
  double a[4] = {x[0], x[1], x[0] * x[1], .7}, b[4] = {x[1], x[0], x[0] * x[0], x[1]};
  double r = constantsOver(a, table, 2) * a[2] + constantsOver(a + 1, table + 1, 2) * a[0] * a[1];
  return r + constantsOver(b, table, 4) * b[3];
}

typedef void change(double *);
static void halve(double *a) { a[0] *= .5 * a[1]; }
static void swap(double *a) {
  double t = a[0];
  a[0] = a[1], a[1] = t * t;
}
static change *volatile changes[] = {halve, swap}; // nobody knows which is called
NOINLINE static double changed(double *a, change *by) {
  double v = a[0] * a[1];
  by(a);
  return v * a[0] * a[0];
}
double behindPointers(const double *x) {
  double a[2] = {x[0], x[1]}, r = 0;
  for (int i = 0; i < 4; i++)
    r += changed(a, changes[i & 1]);
  return r;
}

NOINLINE static double laterBlock(double *a, const double *b, int n) {
  double v = b[0] * b[1];
  if (n > 2)
    for (int i = 0; i < n; i++)
      a[i & 1] = v * (a[i & 1] + i);
  else
    a[0] = v;
  return v * v * b[0];
}
double afterwards(const double *x) {
  double a[3] = {x[0], x[1], x[0]};
  return laterBlock(a, a, 3) + laterBlock(a + 1, a, 2) + a[0] * a[1];
}
CHECK_FUNCTION(twoArguments, 2, .7, 1.2);
CHECK_FUNCTION(shifted, 2, .7, .6);
CHECK_FUNCTION(members, 2, .7, 1.1);
CHECK_FUNCTION(results, 2, .7, 1.1);
CHECK_FUNCTION(choices, 2, .7, 1.1);
CHECK_FUNCTION(blocks, 2, .7, 1.1);
CHECK_FUNCTION(constants, 2, .7, 1.1);
CHECK_FUNCTION(behindPointers, 2, .7, 1.1);
CHECK_FUNCTION(afterwards, 2, .7, 1.1);

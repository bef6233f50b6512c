// Functions that come to a global variable in one way each, and do nothing else: whoever calls them
// knows that they do.
#define _GNU_SOURCE
#include "check.h"
enum { N = 4 };
static double table[N], state, sine, cosine;
static _Thread_local double own;
static volatile int at = 1;

NOINLINE static void clear(void) { memset(table, 0, sizeof table); }
double cleared(double x) {
  table[at] = x * x;
  clear();
  return table[at] * x + x;
}
CHECK_SCALAR(cleared, 1.5);

NOINLINE static void fill(const double *from) { memcpy(table, from, sizeof table); }
double filled(double x) {
  double all[N] = {x, x * x, 3, x};
  table[at] = x;
  fill(all);
  return table[at] * table[at + 2];
}
CHECK_SCALAR(filled, 1.5);

NOINLINE static void both(double x) { sincos(x * x, &sine, &cosine); }
double sineAndCosine(double x) {
  both(x);
  return sine * cosine * x;
}
CHECK_SCALAR(sineAndCosine, 1.5);

NOINLINE static void set(double *to, double x) { *to = x * x; }
NOINLINE static void setState(double x) { set(&state, x); }
double handedOn(double x) {
  double other;
  state = x;
  setState(x * 2);
  set(&other, x);
  return state * other;
}
CHECK_SCALAR(handedOn, 1.5);

static int ascending(const void *a, const void *b) {
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}
NOINLINE static void sortAll(void) { qsort(table, N, sizeof *table, ascending); }
double sorted(double x) {
  for (int i = 0; i < N; i++)
    table[i] = x * (N - i);
  sortAll();
  return table[at] * table[at + 1] * x;
}
CHECK_SCALAR(sorted, 1.5);

NOINLINE static void add(double x) { __atomic_fetch_add(&state, x * x, __ATOMIC_RELAXED); }
double atOnce(double x) {
  state = x;
  add(x);
  return state * x;
}
CHECK_SCALAR(atOnce, 1.5);

NOINLINE static void put(double x) { table[at] = x * x; }
NOINLINE static double get(void) { return table[at] * 2; }
double byElement(double x) {
  table[at] = x;
  put(x);
  return get() * x;
}
CHECK_SCALAR(byElement, 1.5);

NOINLINE static void putOwn(double x) { own = x * x; }
NOINLINE static double getOwn(void) { return own * 2; }
double ofTheThread(double x) {
  own = x;
  putOwn(x);
  return getOwn() * x;
}
CHECK_SCALAR(ofTheThread, 1.5);

NOINLINE static void putEither(double x, int n) {
  double *to = &state;
  for (int i = 0; i < n; i++)
    to = to == &state ? &sine : &state;
  *to = x * x;
}
double byChoice(double x) {
  state = sine = x;
  putEither(x, at);
  return state * sine;
}
CHECK_SCALAR(byChoice, 1.5);

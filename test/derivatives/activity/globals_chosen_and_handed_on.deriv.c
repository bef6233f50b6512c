// Functions that reach globals in every way but by a load or a store: they choose one, hand its
// address on, add to it atomically, have the library write to it.
#include "check.h"

static double left, right;
NOINLINE static void put(double x, int isRight) {
  double *place = isRight ? &right : &left;
  *place = x;
}
NOINLINE static double taken(int isRight) { return *(isRight ? &right : &left); }
double chosen(const double *x) {
  put(x[0] * x[1], 1);
  put(x[1] * x[1], 0);
  return taken(0) * taken(1) + taken(1);
}
CHECK_FUNCTION(chosen, 2, 1.5, 2);

static double sums[2];
NOINLINE static void putEither(double x, int n) {
  double *place = &left;
  for (int i = 0; i < n; i++) {
    *place += x;
    place = i % 2 ? &left : &right;
  }
}
double inTurn(const double *x) {
  left = right = 0;
  putEither(x[0] * x[1], 3);
  return left * right;
}
CHECK_FUNCTION(inTurn, 2, 1.5, 2);

NOINLINE static void store(double *to, double x) { *to = x; }
NOINLINE static void handOn(double x) { store(sums, x * x); }
NOINLINE static double give(const double *from) { return from[0]; }
NOINLINE static double handBack(void) { return give(sums); }
double handedOn(const double *x) {
  handOn(x[0] * x[1]);
  return handBack() * x[1];
}
CHECK_FUNCTION(handedOn, 2, 1.5, 2);

static _Atomic double total;
NOINLINE static void count(double x) { total += x; }
double atOnce(const double *x) {
  total = 0;
  count(x[0] * x[1]);
  count(x[1]);
  return total * total;
}
CHECK_FUNCTION(atOnce, 2, 1.5, 2);

static double whole;
NOINLINE static double split(double x) { return modf(x, &whole); }
double turned(const double *x) {
  double rest = split(x[0] * x[1]);
  return rest * rest * whole + whole;
}
CHECK_FUNCTION(turned, 2, 1.5, 2.1);

static double wholes[2];
NOINLINE static void copyIn(const double *x) { memcpy(wholes, x, sizeof wholes); }
double copied(const double *x) {
  copyIn(x);
  return wholes[0] * wholes[1];
}
CHECK_FUNCTION(copied, 2, 1.5, 2.1);

NOINLINE static void addTo(double x) { __atomic_fetch_add(&left, x, __ATOMIC_SEQ_CST); }
double addedUp(const double *x) {
  left = 0;
  addTo(x[0] * x[1]);
  addTo(x[1]);
  return left * left;
}
CHECK_FUNCTION(addedUp, 2, 1.5, 2);

// A function that is not inlined returns a constant that holds addresses: two places, or a
// place beside a number. Each address leads to memory with a shadow of its own.
#include "check.h"

static double here, there[2];

struct two {
  double *p, *q;
};
__attribute__((noinline)) static struct two places(void) {
  struct two t = {&here, there + 1};
  return t;
}
static double throughPlaces(const double *x, int n) {
  struct two t = places();
  *t.p = x[0], *t.q = x[1] * x[n - 1];
  return here * there[1] + here;
}
CHECK_FUNCTION_N(throughPlaces, 2, 0.7, -0.4);

struct mixed {
  double weight;
  double *at;
};
__attribute__((noinline)) static struct mixed weighted(void) {
  struct mixed m = {2.5, there};
  return m;
}
static double besideANumber(const double *x, int n) {
  struct mixed m = weighted();
  *m.at = x[0] * x[n - 1];
  return m.weight * there[0] * x[1];
}
CHECK_FUNCTION_N(besideANumber, 2, 0.7, -0.4);

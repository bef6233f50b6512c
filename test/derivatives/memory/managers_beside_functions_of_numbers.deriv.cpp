// Objects of any type by hand beside floats and a function that may throw. A function of the file
// that takes numbers has the manager's type in LLVM IR: it is not what is called with the address
// of pointers.
#include "check.h"
#include <cstdlib>
#include <cstring>

struct any {
  void *room;
  void (*manage)(int, any *, any *);
};
NOINLINE static void manage(int what, any *a, any *b) {
  if (what == 0) {
    b->room = malloc(sizeof(double));
    memcpy(b->room, a->room, sizeof(double));
    b->manage = a->manage;
  } else {
    free(a->room);
    a->room = nullptr;
  }
}
struct large {
  int id;
  double at[4];
  float f;
  double *out;
};
NOINLINE static large turn(large r) {
  for (int i = 0; i < 2; i++) {
    double t = r.at[i];
    r.at[i] = r.at[3 - i] * 0.625;
    r.at[3 - i] = t;
  }
  *r.out += r.at[r.id];
  return r;
}
NOINLINE static void check(int n) {
  if (n > 2)
    throw n;
}
NOINLINE static void copies(const double *x, double *y) {
  double v[4];
  for (int i = 0; i < 4; i++)
    v[i] = x[i];
  any a, b;
  a.room = malloc(sizeof(double)), a.manage = manage;
  *(double *)a.room = v[1];
  a.manage(0, &a, &b);
  *(double *)b.room *= v[3];
  v[1] = *(double *)b.room + *(double *)a.room;
  a.manage(1, &a, nullptr), b.manage(1, &b, nullptr);
  double s = v[0];
  large r = {1, {v[0], v[1], v[2], v[3]}, 1.5f, &s};
  r = turn(turn(r));
  for (int i = 0; i < 4; i++)
    v[i] = r.at[i] * 0.75;
  v[0] = s;
  double t = v[0] * v[3];
  try {
    check(1);
  } catch (int) {
    t = 0.5 * v[3];
  }
  v[0] = t;
  for (int i = 0; i < 4; i++)
    y[i] = v[i];
}
static void primal(int, double *y, const double *x) { copies(x, y); }
void (*table[])(int, double *, const double *) = {primal};
CHECK_VECTOR(copies, 4, 4, 0.25, 0.375, 0.5, -0.25);

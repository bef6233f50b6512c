// Objects of any type by hand: a manager, called through a pointer, copies memory of which only its
// callers know what it holds. Other functions of the file have the manager's type, and other
// numbers in it are floats.
#include "check.h"
#include <stdlib.h>
#include <string.h>

struct any {
  void *room;
  void (*manage)(int, struct any *, struct any *);
};
__attribute__((noinline)) static void manage(int what, struct any *a, struct any *b) {
  if (what == 0) {
    b->room = malloc(sizeof(double));
    memcpy(b->room, a->room, sizeof(double));
    b->manage = a->manage;
  } else {
    free(a->room);
    a->room = 0;
  }
}
__attribute__((noinline)) static double copies(double x, double y) {
  struct any a, b;
  a.room = malloc(sizeof(double));
  a.manage = manage;
  *(double *)a.room = x;
  a.manage(0, &a, &b);
  *(double *)b.room *= y;
  double sum = *(double *)b.room + *(double *)a.room;
  a.manage(1, &a, 0);
  b.manage(1, &b, 0);
  return sum;
}

static void both(int none, double *y, const double *x) {
  float narrow = (float)x[0];
  y[0] = copies(x[0], x[1]);
  y[1] = narrow * narrow;
}
extern void __enzyme_autodiff_both(void *, ...);
void (*const table[])(int, double *, const double *) = {both};

CHECK_VALUES(gradient) {
  double x[2] = {1.5, 0.7}, dx[2] = {0}, y[2], dy[2] = {1, 1};
  __enzyme_autodiff_both((void *)both, enzyme_const, 0, enzyme_dup, y, dy, enzyme_dup, x, dx);
  EXPECT_CLOSE(dx[0], 0.7 + 1 + 3, 1e-14);
  EXPECT_CLOSE(dx[1], 1.5, 1e-14);
}

// A union that holds now a pointer, now a double, moved by the member that it does not hold.
#define CHECK_NO_SPLIT "a word that held a pointer last holds an adjoint after the reverse half: one run a tape"
#include "check.h"

union value {
  double number;
  void *pointer;
};
struct item {
  int tag;
  union value value;
};

NOINLINE static void move(struct item *to, const struct item *from) {
  to->tag = from->tag;
  to->value.pointer = from->value.pointer;
}
NOINLINE static void moveByNumber(struct item *to, const struct item *from) {
  to->tag = from->tag;
  to->value.number = from->value.number;
}
NOINLINE static void swap(struct item *a, struct item *b) {
  void *t = a->value.pointer;
  a->value.pointer = b->value.pointer;
  b->value.pointer = t;
}

void pointers(const double *x, double *y) {
  double square = x[0] * x[0];
  struct item a = {1, {.pointer = &square}}, b = {2, {x[1]}};
  swap(&a, &b);
  y[0] = *(double *)b.value.pointer * a.value.number;
  move(&a, &b);
  y[1] = *(double *)a.value.pointer * x[1];
  moveByNumber(&b, &a);
  y[2] = *(double *)b.value.pointer * 3;
}
CHECK_VECTOR(pointers, 3, 3, 0.5, -1.25, 0.75);

// A union of a double and a pointer, whatever it holds, read and written by functions that know only its pointer.
#include "check.h"

union value {
  double number;
  void *pointer;
};
struct item {
  int tag;
  union value value;
};

NOINLINE static void *get(const struct item *from) { return from->value.pointer; }
NOINLINE static void put(struct item *to, void *pointer) {
  to->tag++;
  to->value.pointer = pointer;
}
NOINLINE static void *either(const struct item *a, const struct item *b, int which) {
  return which ? a->value.pointer : b->value.pointer;
}
NOINLINE static void putFirst(struct item *items, void *pointer) { put(&items[0], pointer); }
NOINLINE static double getNumber(const struct item *from) { return from->value.number; }
NOINLINE static void putNumber(struct item *to, double number) { to->value.number = number; }

void numbers(const double *x, double *y) {
  struct item items[3] = {{0, {x[0] * x[1]}}, {1, {x[1] * x[2]}}};
  put(&items[2], get(&items[0]));
  y[0] = items[2].value.number * x[2];
  putFirst(items, either(&items[1], &items[2], x[0] > 0));
  y[1] = items[0].value.number * items[2].value.number;
  union value local = {.pointer = get(&items[0])};
  y[2] = local.number + 2 * x[0];
}
CHECK_VECTOR(numbers, 3, 3, 0.5, -1.25, 0.75);

void pointers(const double *x, double *y) {
  double own[2] = {x[0] * x[1], x[2]};
  struct item items[2] = {{0, {.pointer = own}}};
  putNumber(&items[1], getNumber(&items[0]));
  const double *found = items[1].value.pointer;
  y[0] = found[0] * found[1];
  put(&items[0], &own[1]);
  y[1] = *(double *)get(&items[0]) * x[0];
}
CHECK_VECTOR(pointers, 3, 2, 0.5, -1.25, 0.75);

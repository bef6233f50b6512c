// A union of a double and a pointer, whatever it holds, moved by either: between calls, in arrays, by choice, swapped.
#include "check.h"

union value {
  double number;
  void *pointer;
  long bits;
};
struct item {
  int tag;
  union value value;
};
struct list {
  int count;
  struct item *items;
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
NOINLINE static void choose(struct item *to, const struct item *a, const struct item *b, int which) {
  to->value.pointer = which > 3 ? a->value.pointer : b->value.pointer;
}
NOINLINE static void clear(struct item *a) { a->value.pointer = 0; }
NOINLINE static void push(struct list *list, double number) {
  list->items[list->count].tag = 1;
  list->items[list->count++].value.number = number;
}
NOINLINE static void makeRoom(struct list *list) {
  for (int i = list->count++; i > 0; i--)
    move(&list->items[i], &list->items[i - 1]);
}
NOINLINE static void reverse(union value *values, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    void *t = values[i].pointer;
    values[i].pointer = values[j].pointer;
    values[j].pointer = t;
  }
}

void numbers(const double *x, double *y) {
  struct item a = {1, {x[0] * x[1]}}, b = {2, {x[2]}}, c;
  swap(&a, &b);
  move(&c, &b);
  y[0] = a.value.number * 3 + b.value.number * c.value.number;
  choose(&c, &a, &b, (int)(4 * fabs(x[1])));
  y[1] = c.value.number * x[0];
  clear(&b);
  moveByNumber(&a, &b);
  y[2] = a.value.number + x[1];
}
CHECK_VECTOR(numbers, 3, 3, 0.5, -1.25, 0.75);

void lists(const double *x, double *y) {
  struct list list = {0, calloc(8, sizeof(struct item))};
  push(&list, x[0] * x[0]);
  push(&list, x[1]);
  makeRoom(&list);
  makeRoom(&list);
  y[0] = 3 * list.items[2].value.number + list.items[3].value.number * x[2];
  free(list.items);
  union value *values = malloc(5 * sizeof *values);
  for (int i = 0; i < 5; i++)
    values[i].number = (i + 1) * x[i % 3] * x[2];
  values[1].pointer = values[4].pointer; // carried to the read below by the optimiser
  reverse(values, 5);
  y[1] = values[0].number * values[3].number + values[4].number;
  free(values);
}
CHECK_VECTOR(lists, 3, 2, 0.5, -1.25, 0.75);

// Functions that call each other hand on a union's number as its pointer: such calls are not
// inlined, and a parameter or a result says of itself that it is an address.
#include "check.h"

union slot {
  double number;
  void *other;
};
struct value {
  union slot slot;
  int isNumber;
};

static double square(const struct value *v) {
  return v->isNumber ? v->slot.number * v->slot.number : 0;
}

// Each of the four calls the other three.
static double east(struct value *v, void *bits, int depth);
static double south(struct value *v, void *bits, int depth);
static double west(struct value *v, void *bits, int depth);
#define WALK(name, weight, first, second, third)                                                   \
  static double name(struct value *v, void *bits, int depth) {                                     \
    struct value own;                                                                              \
    own.isNumber = v->isNumber;                                                                    \
    own.slot.other = bits;                                                                         \
    if (depth <= 0)                                                                                \
      return weight * square(&own) + square(v);                                                    \
    return first(&own, own.slot.other, depth - 1) + second(v, own.slot.other, depth - 2) +         \
           third(v, bits, depth - 3);                                                              \
  }
WALK(north, 1, east, south, west)
WALK(east, 2, north, south, west)
WALK(south, 3, north, east, west)
WALK(west, 4, north, east, south)

double four_that_call_each_other(const double *x) {
  struct value v = {.isNumber = 1}, other = v;
  v.slot.number = x[0];
  other.slot.number = x[1];
  return north(&v, other.slot.other, 5);
}

static double down(struct value *v, void *bits, int depth) {
  struct value own = {.isNumber = 1};
  own.slot.other = bits;
  if (depth == 0)
    return square(&own) * v->slot.number;
  return down(&own, own.slot.other, depth - 1) * square(v);
}

double one_that_calls_itself(const double *x) {
  struct value v = {.isNumber = 1}, other = v;
  v.slot.number = x[0];
  other.slot.number = x[1];
  return down(&v, other.slot.other, 2);
}

// The same in a result.
static void *find(const struct value *table, int at) {
  return at <= 0 ? table[0].slot.other : find(table + 1, at - 1);
}

double given_back(const double *x) {
  struct value table[3], found = {.isNumber = 1};
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    table[i].isNumber = 1;
    table[i].slot.number = x[i];
  }
  for (int i = 0; i < 3; i++) {
    found.slot.other = find(table, i);
    sum += (i + 1) * square(&found);
  }
  return sum;
}

// Addresses go the same way: the cells of a list of lists.
struct cell {
  struct value head;
  struct cell *next;
};
static double total(const struct cell *list, void *instead, int depth) {
  struct cell own = {.next = 0};
  own.head.slot.other = instead;
  if (!list)
    return depth;
  double rest = total(list->next, own.head.slot.other, depth + 1);
  if (list->head.isNumber)
    return rest + square(&list->head) * list->head.slot.number;
  return rest * total(list->head.slot.other ? list->head.slot.other : instead, 0, depth + 1);
}

double lists_of_lists(const double *x) {
  struct cell cells[4] = {{.next = &cells[1]}, {.next = &cells[2]}, {.next = 0}, {.next = 0}};
  for (int i = 0; i < 4; i++) {
    cells[i].head.isNumber = i != 1;
    if (i != 1)
      cells[i].head.slot.number = x[i % 3];
    else
      cells[i].head.slot.other = &cells[3];
  }
  return total(cells, &cells[3], 0);
}

// Seen through, a pointer is loaded, moved, and its bits are the number.
static NOINLINE void keep(union slot *to, void *other) { to->other = other; }

double moved_and_read(const double *x) {
  union slot slots[2], moved, kept;
  slots[0].number = x[0];
  slots[1].number = x[1];
  moved.other = slots[x[0] > x[1]].other;
  keep(&kept, moved.other);
  return moved.number * moved.number * kept.number;
}

CHECK_FUNCTION(four_that_call_each_other, 2, 1.3, 0.7);
CHECK_FUNCTION(one_that_calls_itself, 2, 1.3, 0.7);
CHECK_FUNCTION(given_back, 3, 1.3, 0.7, -0.4);
CHECK_FUNCTION(lists_of_lists, 3, 1.3, 0.7, 0.4);
CHECK_FUNCTION(moved_and_read, 2, 1.3, 0.7, 0.4, 0.9);

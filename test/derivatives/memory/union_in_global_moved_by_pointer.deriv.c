// Unions of a double and a pointer in a global, moved by their pointer: what one derivative leaves in the shadow is no seed of the next.
#include "check.h"
union value { double number; const double *pointer; };
struct item { int tag; union value value; };
static const double table[3] = {1.5, -2.0, 0.5};
static struct item items[3] = {{0, {2.0}}, {1, {.pointer = table}}, {0, {-0.5}}};
static double read(const struct item *i, int k) { return i->tag ? i->value.pointer[k] : i->value.number; }
void f(const double *x, double *y) {
  struct item copy[3];
  for (int i = 0; i < 3; i++) copy[i].tag = items[i].tag, copy[i].value.pointer = items[i].value.pointer;
  double s = 0;
  for (int i = 0; i < 3; i++) s += read(&copy[i], i) * x[i] * x[i] * x[(i + 1) % 3];
  y[0] = s * x[0];
}
CHECK_VECTOR(f, 3, 1, 0.5, -1.25, 0.75);

// One load, which a choice takes for a pointer or moves as a number.
NOINLINE static double take(const struct item *from) {
  union value moved;
  moved.pointer = from->value.pointer;
  return from->tag ? moved.pointer[0] : moved.number;
}
void chosen(const double *x, double *y) {
  double own[2] = {x[0] * x[2], x[1]};
  struct item here[2] = {{0, {x[0] * x[1]}}, {1, {.pointer = own}}};
  y[0] = take(&here[0]) * x[2] + take(&here[1]);
  here[1] = here[0];
  y[1] = take(&here[1]) * take(&here[0]);
}
CHECK_VECTOR(chosen, 3, 2, 0.5, -1.25, 0.75);

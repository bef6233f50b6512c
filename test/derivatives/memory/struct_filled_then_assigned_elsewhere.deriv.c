// A local struct set to zero and then written through a pointer: the optimiser shortens the fill, and what
// it clears is no longer the struct from its beginning. Pointers in the shadow must survive the reverse sweep.
#include "check.h"
static double state[4];
typedef struct {
  double value;
  int index;
  double *at;
} cell;

NOINLINE static void push(cell *to, const cell *from, double by) {
  *to = *from;
  to->value += by;
  to->at[from->index] *= 0.5;
}

NOINLINE static double body(const double *x, double *y) {
  for (int i = 0; i < 4; i++)
    y[i] = x[i] * 0.5, state[i] = x[3] * i * 0.25;
  cell full = {sin(x[1]), 1, state};
  cell empty = {0, 0, 0};
  push(&empty, &full, state[0]);
  y[empty.index] = sin(empty.value + empty.at[full.index]);
  return y[3] + state[1];
}
void f(const double *x, double *y) { y[4] = body(x, y); }

CHECK_VECTOR(f, 4, 5, -0.5, 0.75, 0.25, 1);

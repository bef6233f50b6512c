// A union copied while both copies stay in use: the adjoints of both meet.
#include "check.h"

typedef union {
  double real;
  long whole;
  int halves[2];
} cell;

NOINLINE static cell twice(cell c) {
  c.real *= 2;
  return c;
}

double f(const double *x) {
  cell cells[4];
  cells[0].real = x[0];
  cells[1] = cells[0];
  cells[2].whole = 42;
  cells[3] = twice(cells[1]);
  cell list[2];
  memcpy(list, cells, sizeof list);
  double r = cells[0].real * cells[1].real * cells[3].real;
  for (int i = 0; i < 2; i++)
    r += list[i].real * x[1] * (i + 1);
  return r + (double)cells[2].whole;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);

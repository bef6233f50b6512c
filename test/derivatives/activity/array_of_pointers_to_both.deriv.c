// An array of pointers, some to const and some to active memory.
#include "check.h"
static const double table[2] = {5, 7};

void f(const double *x, double *y, const double *c) {
  const double *sources[4] = {x, c, x + 1, c + 1};
  y[0] = 0;
  for (int i = 0; i < 4; i++)
    y[0] += *sources[i] * *sources[(i + 1) % 4] * (i + 1);
}

CHECK_VECTOR_CONST(f, 2, 1, table, 0.5, -1.5);

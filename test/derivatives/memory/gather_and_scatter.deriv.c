// Indirect addressing: gathered by an index array, scattered with repeated indices.
#include "check.h"
static const int from[6] = {2, 0, 1, 2, 2, 0}, to[6] = {0, 1, 1, 0, 2, 1};

void f(const double *x, double *y) {
  for (int i = 0; i < 3; i++)
    y[i] = 0;
  for (int i = 0; i < 6; i++)
    y[to[i]] += x[from[i]] * x[i % 3];
}

CHECK_VECTOR(f, 3, 3, 1, -2, 3);

// memset of one double, one float, or a pair of floats is a store of an integer zero: it ends their derivatives.
#define CHECK_TOLERANCE 2e-3 // floats are rounded
#include "check.h"
typedef struct {
  float first, second;
  double third;
} mixed;

NOINLINE static void forget(mixed *m, int which) {
  if (which == 0)
    memset(&m->first, 0, sizeof m->first);
  else if (which == 1)
    memset(m, 0, 2 * sizeof m->first);
  else
    memset(&m->third, 0, sizeof m->third);
}

void f(const double *x, double *y) {
  for (int i = 0; i < 4; i++)
    y[i] = x[i] * x[i];
  if (x[0] > 0.125)
    memset(y + 3, 0, sizeof(double));
  mixed m[3];
  for (int i = 0; i < 3; i++) {
    m[i].first = (float)(x[0] * 0.5), m[i].second = (float)x[1], m[i].third = x[0] * x[1];
    forget(&m[i], i);
  }
  y[4] = sin(y[3] + x[0] * x[1]);
  y[5] = 0;
  for (int i = 0; i < 3; i++)
    y[5] += (m[i].first + 2 * m[i].second + 3 * m[i].third) * (i + 1);
}

CHECK_VECTOR(f, 4, 6, 0.5, -1.25, 0.75, -1);

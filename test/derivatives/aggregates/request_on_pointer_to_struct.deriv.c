// The shadow of a struct behind a pointer is a struct of the same layout; integers in it are left
// alone.
#include "check.h"
typedef struct {
  double scale;
  int n;
  float offset;
  double *values;
} model;
extern void __enzyme_autodiff_model(void *, ...);
double f(const model *m) {
  double r = m->offset;
  for (int i = 0; i < m->n; i++)
    r += m->scale * m->values[i] * m->values[i];
  return r;
}

CHECK_VALUES(closed) {
  double values[2] = {3, 4}, dvalues[2] = {0, 1};
  model m = {2, 2, 0.5f, values}, dm = {10, 2, 0, dvalues};
  __enzyme_autodiff_model((void *)f, enzyme_dup, &m, &dm);
  EXPECT_EXACT(dm.scale, 35);
  EXPECT_EXACT(dm.n, 2);
  EXPECT_EXACT(dm.offset, 1);
  EXPECT_EXACT(dvalues[0], 12);
  EXPECT_EXACT(dvalues[1], 17);
  EXPECT_TRUE(m.scale == 2 && m.n == 2 && m.values == values && values[0] == 3);
}

// A table of operations in a struct: methods in C.
#include "check.h"
typedef struct shape {
  double (*area)(const struct shape *);
  double a, b;
} shape;

static double circle(const shape *s) { return M_PI * s->a * s->a; }
static double box(const shape *s) { return s->a * s->b; }
double f(const double *x) {
  shape all[3] = {{circle, x[0], 0}, {box, x[0], x[1]}, {circle, x[1] * x[2], 0}};
  double r = 1;
  for (int i = 0; i < 3; i++)
    r *= all[i].area(&all[i]);
  return r;
}

CHECK_FUNCTION(f, 3, 0.5, 1.5, 0.75);

// As sparse solvers in C do: a size of 64 bits goes through an int and into memory again, with
// nothing computed of it in between. (LLVM makes two shifts of it.)
#include "check.h"

typedef struct {
  size_t rows, columns;
  double *x;
} matrix;
typedef struct {
  double grow0, grow1;
  size_t grow2;
  int status;
} common;

NOINLINE static matrix *allocate(size_t rows, size_t columns, common *c) {
  matrix *m = malloc(sizeof *m);
  m->rows = rows;
  m->columns = columns;
  m->x = calloc(rows * columns, sizeof(double));
  c->status += rows > 100;
  return m;
}

NOINLINE static matrix *copy(const matrix *a, common *c) {
  int rows = a->rows, columns = a->columns;
  matrix *m = allocate(rows, columns, c);
  for (size_t i = 0; i < a->rows * a->columns; i++)
    m->x[i] = a->x[i] * a->x[0];
  return m;
}

NOINLINE static double factorize(const matrix *a, common *c) {
  int grow2 = c->grow2;
  if (c->status)
    c->grow2 = 0;
  double s = 0;
  for (size_t i = 0; i < a->rows; i++)
    s += a->x[i] * c->grow0;
  c->grow2 = grow2;
  return s;
}

double f(const double *x) {
  common c = {x[0], 1.2, 5, 0};
  matrix *a = allocate(3, 1, &c);
  for (int i = 0; i < 3; i++)
    a->x[i] = x[i];
  matrix *b = copy(a, &c);
  double r = factorize(b, &c) * c.grow1 + c.grow2;
  free(a->x);
  free(a);
  free(b->x);
  free(b);
  return r;
}

CHECK_FUNCTION(f, 3, 1.1, 1.3, 0.7);

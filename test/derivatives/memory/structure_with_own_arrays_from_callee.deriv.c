// A kept function returns a structure that holds arrays of its own; another fills, a third copies, a fourth frees it.
#include "check.h"

typedef struct matrix {
  int rows, columns;
  double *values, **row;
} matrix;

NOINLINE static matrix *make(int rows, int columns) {
  matrix *m = calloc(1, sizeof *m);
  if (!m)
    return 0;
  m->rows = rows, m->columns = columns;
  m->values = malloc(sizeof(double) * (size_t)(rows * columns));
  m->row = malloc(sizeof(double *) * (size_t)rows);
  for (int i = 0; i < rows; i++)
    m->row[i] = m->values + i * columns;
  return m;
}
NOINLINE static matrix *destroy(matrix *m) {
  if (!m)
    return 0;
  free(m->row), free(m->values), free(m);
  return 0;
}
NOINLINE static matrix *done(matrix *m, double *scratch, int isRight) {
  free(scratch);
  return isRight ? m : destroy(m);
}
NOINLINE static matrix *transposed(const matrix *m) {
  matrix *t = make(m->columns, m->rows);
  double *scratch = malloc(sizeof(double) * (size_t)m->columns);
  for (int i = 0; i < m->rows; i++) {
    memcpy(scratch, m->row[i], sizeof(double) * (size_t)m->columns);
    for (int j = 0; j < m->columns; j++)
      t->row[j][i] = scratch[j];
  }
  return done(t, scratch, m->rows > 0);
}
NOINLINE static matrix *product(const matrix *a, const matrix *b) {
  matrix *c = make(a->rows, b->columns);
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->columns; j++) {
      double sum = 0;
      for (int k = 0; k < a->columns; k++)
        sum += a->row[i][k] * b->row[k][j];
      c->row[i][j] = sum;
    }
  return done(c, 0, 1);
}

void f(const double *x, double *y) {
  matrix *a = make(2, 3);
  for (int i = 0; i < 6; i++)
    a->values[i] = x[i % 3] * (i + 1) + x[1] * x[2];
  matrix *t = transposed(a), *p = product(a, t);
  y[0] = p->values[0] * p->values[3];
  y[1] = p->row[0][1] + t->row[2][1];
  destroy(a), destroy(t), destroy(p);
}
CHECK_VECTOR(f, 3, 2, 0.5, -1.25, 0.75);

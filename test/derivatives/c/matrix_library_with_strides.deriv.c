// A small matrix library: headers with strides and flags, views, transposes, LU with pivots, determinants.
#include "check.h"

struct matrix {
  int rows, cols, rowStep, colStep, isOwner;
  double *data;
};

static struct matrix make(int rows, int cols) {
  return (struct matrix){rows, cols, cols, 1, 1, calloc((size_t)(rows * cols), sizeof(double))};
}
static struct matrix transposed(struct matrix m) { return (struct matrix){m.cols, m.rows, m.colStep, m.rowStep, 0, m.data}; }
static struct matrix block(struct matrix m, int r, int c, int rows, int cols) {
  return (struct matrix){rows, cols, m.rowStep, m.colStep, 0, m.data + r * m.rowStep + c * m.colStep};
}
static void drop(struct matrix *m) {
  if (m->isOwner)
    free(m->data);
}
#define at(m, i, j) ((m).data[(i) * (m).rowStep + (j) * (m).colStep])

static struct matrix product(struct matrix a, struct matrix b) {
  struct matrix c = make(a.rows, b.cols);
  for (int i = 0; i < a.rows; i++)
    for (int j = 0; j < b.cols; j++)
      for (int k = 0; k < a.cols; k++)
        at(c, i, j) += at(a, i, k) * at(b, k, j);
  return c;
}
static double determinant(struct matrix m) {
  double r = 1;
  for (int k = 0; k < m.rows; k++) {
    int pivot = k;
    for (int i = k + 1; i < m.rows; i++)
      if (fabs(at(m, i, k)) > fabs(at(m, pivot, k)))
        pivot = i;
    if (pivot != k) {
      r = -r;
      for (int j = 0; j < m.cols; j++) {
        double t = at(m, k, j);
        at(m, k, j) = at(m, pivot, j);
        at(m, pivot, j) = t;
      }
    }
    r *= at(m, k, k);
    for (int i = k + 1; i < m.rows; i++) {
      double by = at(m, i, k) / at(m, k, k);
      for (int j = k; j < m.cols; j++)
        at(m, i, j) -= by * at(m, k, j);
    }
  }
  return r;
}

double f(const double *x, int n) {
  struct matrix a = make(4, 4);
  for (int i = 0; i < 16; i++)
    a.data[i] = x[i % n] * (i % 5 + 1) + (i % 5 == 0);
  struct matrix b = product(a, transposed(a)), c = product(block(b, 1, 1, 3, 3), block(a, 0, 1, 3, 3));
  double r = determinant(c) * 1e-3 + determinant(block(a, 1, 1, 2, 2));
  drop(&a);
  drop(&b);
  drop(&c);
  return r;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);

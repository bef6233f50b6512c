// A sparse matrix built from triplets, sorted and summed, then multiplied and solved by Gauss-Seidel.
#include "check.h"

struct triplet {
  int row, col;
  double value;
};

static int byPlace(const void *a, const void *b) {
  const struct triplet *p = a, *q = b;
  return p->row != q->row ? p->row - q->row : p->col - q->col;
}

double f(const double *x, int n) {
  struct triplet list[24];
  int count = 0;
  for (int i = 0; i < n; i++) {
    list[count++] = (struct triplet){i, i, 3 + x[i] * x[i]};
    list[count++] = (struct triplet){i, (i + 1) % n, x[i]};
    list[count++] = (struct triplet){(i + 2) % n, i, 0.5 * x[(i + 1) % n]};
    list[count++] = (struct triplet){i, i, 1};
  }
  qsort(list, (size_t)count, sizeof list[0], byPlace);
  int *start = calloc((size_t)n + 1, sizeof *start), *col = malloc(sizeof(int) * (size_t)count), stored = 0;
  double *value = malloc(sizeof(double) * (size_t)count);
  for (int k = 0; k < count; k++) {
    if (k && list[k].row == list[k - 1].row && list[k].col == list[k - 1].col)
      value[stored - 1] += list[k].value;
    else {
      col[stored] = list[k].col;
      value[stored++] = list[k].value;
      start[list[k].row + 1] = stored;
    }
  }
  double *u = calloc((size_t)n, sizeof *u);
  for (int sweep = 0; sweep < 6; sweep++)
    for (int i = 0; i < n; i++) {
      double sum = 1, diagonal = 1;
      for (int k = start[i]; k < start[i + 1]; k++)
        if (col[k] == i)
          diagonal = value[k];
        else
          sum -= value[k] * u[col[k]];
      u[i] = sum / diagonal;
    }
  double r = 0;
  for (int i = 0; i < n; i++)
    r += u[i] * u[i] * (i + 1);
  free(start);
  free(col);
  free(value);
  free(u);
  return r;
}

CHECK_FUNCTION_N(f, 5, 0.5, -0.5, 0.75, 1.0, 0.25);

// Gaussian elimination with partial pivoting of row pointers: Ax = b for active A and b.
#include "check.h"

static void solve(double **a, double *b, int n) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[pivot][k]))
        pivot = i;
    double *row = a[k], value = b[k];
    a[k] = a[pivot], a[pivot] = row;
    b[k] = b[pivot], b[pivot] = value;
    for (int i = k + 1; i < n; i++) {
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j < n; j++)
        a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
}
void f(const double *x, double *y) {
  double data[9], *rows[3] = {data, data + 3, data + 6};
  memcpy(data, x, sizeof data);
  memcpy(y, x + 9, 3 * sizeof(double));
  solve(rows, y, 3);
}

CHECK_VECTOR(f, 12, 3, 0.1, 2, 1, 3, 1, -1, 1, 0.5, 2, 1, 2, 3);

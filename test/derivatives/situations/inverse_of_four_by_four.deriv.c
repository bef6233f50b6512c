// Sum of the entries of the inverse of a fixed 4x4 matrix at 2*I: every entry of the gradient is
// -0.25.
// matrix: full
#include "check.h"
typedef struct {
  double m[4][4];
} matrix;

static double minor3(const double m[4][4], int row, int column) {
  double a[3][3];
  for (int i = 0, r = 0; i < 4; i++) {
    if (i == row)
      continue;
    for (int j = 0, c = 0; j < 4; j++)
      if (j != column)
        a[r][c++] = m[i][j];
    r++;
  }
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
         a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
         a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}
static matrix inverse(const matrix *a) {
  matrix r;
  double determinant = 0;
  for (int j = 0; j < 4; j++)
    determinant += (j % 2 ? -1 : 1) * a->m[0][j] * minor3(a->m, 0, j);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      r.m[j][i] = ((i + j) % 2 ? -1 : 1) * minor3(a->m, i, j) / determinant;
  return r;
}
double f(const double *x) {
  matrix a;
  memcpy(a.m, x, sizeof a.m);
  const matrix b = inverse(&a);
  double sum = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      sum += b.m[i][j];
  return sum;
}

CHECK_FUNCTION(f, 16, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 1, 2, 0, 1, 0, 3, 1, 0, 2, 0,
               1, 1, 1, 0, 0, 4);
CHECK_VALUES(closed) {
  double x[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2}, dx[16] = {0};
  __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, dx);
  for (int i = 0; i < 16; i++)
    EXPECT_CLOSE(dx[i], -0.25, 1e-15);
}

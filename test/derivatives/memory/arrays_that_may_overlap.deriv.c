// matrix: full
// Functions without restrict, called with arrays that lie apart, overlap by a part, or
// are the same: the derivative is right in each case.
#include "check.h"

NOINLINE static void multiply(double *c, const double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
void products(double *x) { // 12 numbers, three matrices of 2 by 2
  multiply(x, x + 4, x + 8, 2);  // apart, next to each other
  multiply(x + 2, x, x + 8, 2);  // half of a
  multiply(x + 4, x + 8, x + 3, 2); // the last of b
  multiply(x + 8, x + 8, x, 2);  // c is a
  multiply(x, x, x, 2);
}

// Inner loops as long as the outer counter says, up and down.
NOINLINE static void triangle(double *y, const double *x, int n) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = i; j < n; j += 2)
      y[i] += x[j] * x[n - 1 - i] * x[j];
}
void triangles(double *x) {
  triangle(x, x + 4, 4);
  triangle(x + 4, x + 1, 4); // up to one byte before
  triangle(x + 3, x, 4);     // the last one
  triangle(x, x + 3, 4);
}

// Two nests, a value that survives, a way out before the end, nothing to do.
NOINLINE static double nests(double *y, const double *x, int n, int m) {
  double sum = 1;
  if (n < 1)
    return x[0] * x[0];
  for (int i = 0; i < n; i++)
    sum *= x[i] * x[i];
  for (int i = 0; i < m; i++) {
    if (y[2 * i] > 1e6)
      break;
    y[2 * i] = sum * x[i] * y[2 * i + 1];
  }
  for (int i = 1; i < n; i++)
    sum += x[i] * x[i - 1] * y[0];
  return sum;
}
void severalNests(double *x) {
  x[0] = nests(x + 4, x, 4, 2);
  x[1] = nests(x + 3, x, 4, 2); // y[0] is x[3]
  x[2] = nests(x, x + 1, 3, 2);
  x[3] = nests(x, x + 7, 0, 2);
  x[4] = nests(x, x, 3, 0);
  x[5] = nests(x + 1, x, 2, 1); // x[1] is changed after it was read
}

// Lengths in memory, a row pointer, a block copy into what was read.
typedef struct {
  double *data;
  int rows, columns, stride;
} Matrix;
NOINLINE static double energy(Matrix *a, const Matrix *b) {
  double sum = 0;
  int columns = b->columns;
  for (int i = 0; i < a->rows; i++) {
    double *to = a->data + i * a->stride;
    const double *from = b->data + i * b->stride;
    for (int j = 0; j < columns; j++)
      to[j] = from[j] * from[j] * to[j];
    sum += to[0] * from[columns - 1];
  }
  memcpy(a->data, b->data, (size_t)columns * sizeof(double));
  return sum;
}
double matrices(const double *x) {
  double memory[12];
  for (int i = 0; i < 12; i++)
    memory[i] = x[i];
  double sum = 0;
  for (int shift = 0; shift <= 6; shift += 2) {
    Matrix a = {memory, 2, 3, 3}, b = {memory + shift, 2, 3, 3};
    if (shift != 2 && shift != 0)
      sum += energy(&a, &b);
    Matrix c = {memory + 6, 2, 3, 3}, d = {memory + 6 - shift, 1, 3, 2};
    if (shift == 6)
      sum += energy(&c, &d);
  }
  return sum;
}

CHECK_INPLACE(products, 12, 0.3, 0.9, -1.1, 0.7, 0.4, 1.2, 0.8, -0.5, 1.3, 0.6, 0.2, 1.1);
CHECK_INPLACE(triangles, 8, 0.3, 0.9, -1.1, 0.7, 0.4, 1.2, 0.8, -0.5);
CHECK_INPLACE(severalNests, 8, 0.8, 0.9, 1.1, 0.7, 0.9, 1.2, 0.8, 1.5);
CHECK_FUNCTION(matrices, 12, 0.3, 0.9, -1.1, 0.7, 0.4, 1.2, 0.8, -0.5, 1.3, 0.6, 0.2, 1.1);

// Matrices of clang's extension: loaded, stored, transposed, multiplied, and element by element.
// flags: -fenable-matrix
#include "check.h"

typedef double square __attribute__((matrix_type(3, 3)));
typedef double tall __attribute__((matrix_type(3, 2)));
typedef double small __attribute__((matrix_type(2, 2)));

static square power(square a) { return a * a + a * 2.0 - __builtin_matrix_transpose(a); }

static double products(const double *x) {
  square a = __builtin_matrix_column_major_load(x, 3, 3, 3);
  tall b = __builtin_matrix_column_major_load(x + 1, 3, 2, 4);
  double columns[6], sum = 0;
  __builtin_matrix_column_major_store(__builtin_matrix_transpose(a) * power(a) * b, columns, 3);
  for (int i = 0; i < 6; i++)
    sum += columns[i] * columns[i] * (i + 1);
  return sum + a[1][2] * b[2][1];
}
static double inMemory(const double *x) { // matrices that a loop changes
  square m[2];
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        m[k][i][j] = x[3 * i + j] * (k + 1) / 4;
  for (int t = 0; t < 3; t++)
    m[t % 2] = m[0] * m[1] - m[t % 2] / 3.0;
  small f = {0};
  f[0][1] = m[0][0][1];
  f[1][0] = m[1][1][2];
  f = f * f;
  return m[0][2][2] + m[1][0][1] * m[0][1][1] + f[0][0];
}
CHECK_FUNCTION(products, 9, 0.3, -0.7, 0.4, 1.1, 0.9, -0.3, 0.2, 0.6, 0.5);
CHECK_FUNCTION(inMemory, 9, 0.3, -0.7, 0.4, 1.1, 0.9, -0.3, 0.2, 0.6, 0.5);

/*===- dense.h - a square matrix as a product of triangles ------------------===
 *
 * Problem: small systems are solved directly, and no library need be linked for it. A
 * matrix that has no inverse must stop the run, and not give infinities.
 *
 * Here: P R A C = L U, rows exchanged for the largest pivot of each column; R and C scale
 * rows and columns to a largest element of 1, so that the size of a pivot says how near
 * the matrix is to a singular one whatever the units of its rows and columns are.
 *
 *   factors   n * n numbers of L and U by rows, n of R, n of C, n numbers of rows
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_IMPLICIT_DENSE_H
#define ENZYME_IMPLICIT_DENSE_H

#include <enzyme/implicit/common.h>

ENZYME_IMPLICIT size_t enzyme_implicit_factors_size(int n) { return (size_t)n * ((size_t)n + 3); }

ENZYME_IMPLICIT void enzyme_implicit_singular(void) {
  enzyme_rt_refuse("the matrix of an implicit function is singular: what the equation defines has "
                   "no derivative there",
                   0);
}

/* What scales the `n` numbers at `a`, `stride` apart, to a largest one of 1. */
ENZYME_IMPLICIT double enzyme_implicit_scale(int n, const double *a, size_t stride) {
  double largest = 0;
  for (int i = 0; i < n; ++i) {
    const double size = fabs(a[(size_t)i * stride]);
    if (!(size <= largest)) /* a NaN too, which is seen below */
      largest = size;
  }
  if (!(largest > 0 && largest - largest == 0))
    enzyme_implicit_singular();
  return 1 / largest;
}

ENZYME_IMPLICIT void enzyme_implicit_equilibrate(int n, double *a, double *rows, double *columns) {
  const size_t m = (size_t)n;
  for (size_t i = 0; i < m; ++i) {
    rows[i] = enzyme_implicit_scale(n, a + i * m, 1);
    for (size_t j = 0; j < m; ++j)
      a[i * m + j] *= rows[i];
  }
  for (size_t j = 0; j < m; ++j) {
    columns[j] = enzyme_implicit_scale(n, a + j, m);
    for (size_t i = 0; i < m; ++i)
      a[i * m + j] *= columns[j];
  }
}

/* Exchanges row k for the one with the largest pivot, whose number it returns. */
ENZYME_IMPLICIT size_t enzyme_implicit_pivot(size_t m, double *a, size_t k) {
  size_t best = k;
  for (size_t i = k + 1; i < m; ++i)
    if (fabs(a[i * m + k]) > fabs(a[best * m + k]))
      best = i;
  if (!(fabs(a[best * m + k]) > (double)m * DBL_EPSILON))
    enzyme_implicit_singular();
  for (size_t j = 0; best != k && j < m; ++j) {
    const double other = a[k * m + j];
    a[k * m + j] = a[best * m + j];
    a[best * m + j] = other;
  }
  return best;
}

/* Factors carry no derivative: the rules solve with them, and know the matrix. */
ENZYME_INACTIVE ENZYME_IMPLICIT_RULED void enzyme_implicit_factorise(int n, const double *matrix,
                                                                     double *factors) {
  const size_t m = (size_t)n;
  double *a = factors, *rows = a + m * m, *columns = rows + m, *order = columns + m;
  memcpy(a, matrix, m * m * sizeof(double));
  enzyme_implicit_equilibrate(n, a, rows, columns);
  for (size_t k = 0; k < m; ++k) {
    order[k] = (double)enzyme_implicit_pivot(m, a, k);
    for (size_t i = k + 1; i < m; ++i) {
      const double factor = a[i * m + k] /= a[k * m + k];
      for (size_t j = k + 1; factor != 0 && j < m; ++j)
        a[i * m + j] -= factor * a[k * m + j];
    }
  }
}

ENZYME_IMPLICIT void enzyme_implicit_exchange(double *x, size_t a, size_t b) {
  const double other = x[a];
  x[a] = x[b];
  x[b] = other;
}

/* A x = b, b in x:  L U (x / C) = P R b */
ENZYME_IMPLICIT void enzyme_implicit_solve_with(int n, const double *factors, double *x) {
  const size_t m = (size_t)n;
  const double *a = factors, *rows = a + m * m, *columns = rows + m, *order = columns + m;
  for (size_t i = 0; i < m; ++i)
    x[i] *= rows[i];
  for (size_t k = 0; k < m; ++k) /* rows of L were exchanged with those of A */
    enzyme_implicit_exchange(x, k, (size_t)order[k]);
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < i; ++j)
      x[i] -= a[i * m + j] * x[j];
  for (size_t i = m; i-- > 0;) {
    for (size_t j = i + 1; j < m; ++j)
      x[i] -= a[i * m + j] * x[j];
    x[i] /= a[i * m + i];
  }
  for (size_t i = 0; i < m; ++i)
    x[i] *= columns[i];
}

/* A^T x = b:  U^T L^T P (x / R) = C b */
ENZYME_IMPLICIT void enzyme_implicit_solve_transposed_with(int n, const double *factors,
                                                           double *x) {
  const size_t m = (size_t)n;
  const double *a = factors, *rows = a + m * m, *columns = rows + m, *order = columns + m;
  for (size_t i = 0; i < m; ++i)
    x[i] *= columns[i];
  for (size_t k = 0; k < m; ++k) {
    x[k] /= a[k * m + k];
    for (size_t j = k + 1; j < m; ++j)
      x[j] -= a[k * m + j] * x[k];
  }
  for (size_t k = m; k-- > 0;)
    for (size_t j = 0; j < k; ++j)
      x[j] -= a[k * m + j] * x[k];
  for (size_t k = m; k-- > 0;)
    enzyme_implicit_exchange(x, k, (size_t)order[k]);
  for (size_t i = 0; i < m; ++i)
    x[i] *= rows[i];
}

#endif

// Names of every spelling: 64-bit integers, by value and by address, with the lengths of
// characters, declared to return int; what carries no derivative is left to the library; a
// program's own routine is differentiated as it is written, or as it says.
// oracle: off, the library is called by other names than its own
#define CHECK_ROUNDED
#include "check.h"

static int calls; // of the library, which these functions are
#define LIBRARY(NAME, FUNCTION) __asm__(".globl " #NAME "\n.set " #NAME ", " #FUNCTION "\n");
#define KEPT __attribute__((used, noinline)) static

KEPT double dot64(const long *n, const double *x, const long *dx, const double *y, const long *dy) {
  calls++;
  double sum = 0;
  for (long i = 0; i < *n; i++)
    sum += x[i * *dx] * y[i * *dy];
  return sum;
}
KEPT double dotByValue(long n, const double *x, long dx, const double *y, long dy) {
  return dot64(&n, x, &dx, y, &dy);
}
KEPT int scale(const int *n, const double *alpha, double *x, const int *dx) {
  calls++;
  for (int i = 0; i < *n; i++)
    x[i * *dx] *= *alpha;
  return 0;
}
KEPT void multiply(const char *s, const char *t, const long *m, const long *n, const long *k,
                   const double *alpha, const double *a, const long *lda, const double *b,
                   const long *ldb, const double *beta, double *c, const long *ldc, size_t one,
                   size_t two) {
  calls++;
  if (one != 1 || two != 1)
    abort();
  for (long i = 0; i < *m; i++)
    for (long j = 0; j < *n; j++) {
      double sum = 0;
      for (long l = 0; l < *k; l++)
        sum += (*s == 'N' ? a[i + l * *lda] : a[l + i * *lda]) * (*t == 'N' ? b[l + j * *ldb] : b[j + l * *ldb]);
      c[i + j * *ldc] = *alpha * sum + (*beta == 0 ? 0 : *beta * c[i + j * *ldc]);
    }
}
KEPT unsigned long largest(long n, const double *x, long dx) {
  unsigned long at = 0;
  for (long i = 1; i < n; i++)
    at = fabs(x[i * dx]) > fabs(x[(long)at * dx]) ? (unsigned long)i : at;
  return at;
}
LIBRARY(ddot_64_, dot64)
LIBRARY(ddot_64, dot64)
LIBRARY(cblas_ddot, dotByValue)
LIBRARY(cblas_ddot_64, dotByValue)
LIBRARY(dscal, scale)
LIBRARY(dgemm_64_, multiply)
LIBRARY(cblas_idamax, largest)

double ddot_64_(const long *, const double *, const long *, const double *, const long *);
double ddot_64(const long *, const double *, const long *, const double *, const long *);
double cblas_ddot(long, const double *, long, const double *, long);
double cblas_ddot_64(long, const double *, long, const double *, long);
int dscal(const int *, const double *, double *, const int *);
void dgemm_64_(const char *, const char *, const long *, const long *, const long *, const double *, const double *,
               const long *, const double *, const long *, const double *, double *, const long *, size_t, size_t);
unsigned long cblas_idamax(long, const double *, long);

/// The program's own: of the name, and of another meaning.
NOINLINE double dasum_(const int *n, const double *x, const int *dx) {
  double sum = 0;
  for (int i = 0; i < *n; i++)
    sum += x[i * *dx] * x[i * *dx];
  return sum;
}

double __enzyme_autodiff_factor(void *, ...), __enzyme_fwddiff_factor(void *, ...);

static void spelt(const double *x, double *y) {
  const long n = 2, one = 1, two = 2, three = 3;
  const int few = 2, step = 1;
  double c[4] = {x[0], x[1] * x[2], x[3], x[0] * x[1]}, alpha = x[4], beta = x[5];
  y[0] = ddot_64_(&n, x, &two, x + 1, &three) * ddot_64(&n, x, &one, x, &one);
  y[1] = cblas_ddot(3, x, 1, x + 2, 1) + cblas_ddot_64(2, x, 2, x, 3);
  dgemm_64_("N", "t", &n, &n, &n, &alpha, x, &n, x + 1, &two, &beta, c, &n, 1, 1);
  dscal(&few, x + 3, c, &step);
  y[2] = c[0] * c[1] + c[2];
  y[3] = x[cblas_idamax(4, x, 1)] * c[3];
  y[4] = dasum_(&few, x, &step);
}
CHECK_VECTOR(spelt, 6, 5, 1.5, -0.5, 2.0, 0.75, 1.25, -2.5);

/// Of constant arrays: the library is called as often as without derivatives.
static const double weights[4] = {0.5, 1.5, -2, 1};
static double left_alone(const double *x) {
  const long two = 2, one = 1;
  const double half = 0.5, none = 0;
  double c[4];
  dgemm_64_("N", "N", &two, &two, &two, &half, weights, &two, weights, &two, &none, c, &two, 1, 1);
  return x[0] * x[0] * c[1] + x[1] * ddot_64_(&two, weights, &one, c, &one);
}
CHECK_FUNCTION(left_alone, 2, 1.5, -0.5);

#ifndef CHECK_PRIMAL_ONLY
static double product(const double *a, const double *b, double factor) {
  const long two = 2;
  const double none = 0;
  double c[4];
  dgemm_64_("N", "N", &two, &two, &two, &factor, a, &two, b, &two, &none, c, &two, 1, 1);
  return c[0] * c[1] + c[2] * c[3];
}

CHECK_VALUES(a_gradient_is_one_product_more_for_each_factor) {
  double a[4] = {1.5, -0.5, 2, 1}, da[4] = {0}, b[4] = {1, 2, -1, 3}, db[4] = {0};
  calls = 0;
  __enzyme_autodiff_checkv((void *)product, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_const, 0.5);
  EXPECT_CLOSE(calls, 3, 0);
  calls = 0;
  __enzyme_autodiff_checkv((void *)product, enzyme_const, a, enzyme_dup, b, db, enzyme_const, 0.5);
  EXPECT_CLOSE(calls, 2, 0);
  calls = 0;
  __enzyme_autodiff_factor((void *)product, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_out, 0.5);
  EXPECT_CLOSE(calls, 3, 0);
  calls = 0;
  __enzyme_fwddiff_factor((void *)product, enzyme_const, a, enzyme_dup, b, db, enzyme_const, 0.5);
  EXPECT_CLOSE(calls, 2, 0);
}

CHECK_VALUES(the_library_is_called_where_nothing_varies) {
  double x[2] = {1.5, -0.5}, dx[2] = {0, 0};
  calls = 0;
  __enzyme_autodiff_checkv((void *)left_alone, enzyme_dup, x, dx);
  EXPECT_CLOSE(calls, 2, 0);
}
#endif

/*===- through_lapack.c - what a user of LAPACK does with it ----------------===
 *
 * Solutions of equations, least squares and eigenvalues, by LAPACK's own Fortran,
 * differentiated in both modes and compared with differences. Linked with what the
 * project built, by the Fortran compiler.
 *===----------------------------------------------------------------------===*/
#include <enzyme/enzyme.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void dgesv_(int *n, int *columns, double *a, int *lda, int *pivots, double *b, int *ldb, int *info);
void dposv_(char *half, int *n, int *columns, double *a, int *lda, double *b, int *ldb, int *info, long);
void dgels_(char *transposed, int *m, int *n, int *columns, double *a, int *lda, double *b, int *ldb,
            double *work, int *size, int *info, long);
void dsyev_(char *vectors, char *half, int *n, double *a, int *lda, double *values, double *work, int *size,
            int *info, long, long);

enum { unknowns = 4 };
static int n = unknowns, one = 1, info;

/* a general matrix: LU factorisation with pivots */
static double solution(const double *x) {
  double a[16], b[4];
  int pivots[4];
  for (int i = 0; i < 16; i++)
    a[i] = sin(i * 1.7) + (i % 5 == 0) * x[i % 4];
  for (int i = 0; i < 4; i++)
    b[i] = x[i] * x[i];
  dgesv_(&n, &one, a, &n, pivots, b, &n, &info);
  return b[0] * b[1] + b[2] - b[3];
}

/* a positive definite one: Cholesky's factorisation */
static double likelihood(const double *x) {
  double a[16], b[4];
  char lower = 'L';
  for (int i = 0; i < 4; i++) {
    b[i] = x[i];
    for (int j = 0; j < 4; j++)
      a[i + 4 * j] = exp(-(x[i] - x[j]) * (x[i] - x[j])) + (i == j);
  }
  dposv_(&lower, &n, &one, a, &n, b, &n, &info, 1);
  return b[0] * x[0] + b[1] * x[1] + b[2] * x[2] + log(a[0]);
}

/* more equations than unknowns: QR factorisation */
static double fit(const double *x) {
  double a[24], b[6], work[200];
  int m = 6, size = 200;
  char no = 'N';
  for (int i = 0; i < 24; i++)
    a[i] = cos(i * i * 0.7) + x[i % 4] * 0.3;
  for (int i = 0; i < 6; i++)
    b[i] = x[i % 4] + i;
  dgels_(&no, &m, &n, &one, a, &m, b, &m, work, &size, &info, 1);
  return b[0] + b[1] * b[2] - b[3];
}

/* eigenvalues of a symmetric matrix: tridiagonal form, then QL iterations */
static double spectrum(const double *x) {
  double a[16], values[4], work[200];
  int size = 200;
  char no = 'N', upper = 'U';
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      a[i + 4 * j] = x[i] * x[j] + sin(i + j) + (i == j) * i * x[i];
  dsyev_(&no, &upper, &n, a, &n, values, work, &size, &info, 1, 1);
  return values[0] * values[3] + values[1];
}

static int right, all;

#define CHECK(f)                                                                                   \
  do {                                                                                             \
    double x[unknowns] = {1.1, 0.7, 1.9, 2.3}, gradient[unknowns] = {0};                           \
    int isRight = 1;                                                                               \
    __enzyme_autodiff((void *)f, enzyme_dup, x, gradient);                                         \
    for (int i = 0; i < unknowns; i++) {                                                           \
      double more[unknowns], less[unknowns], along[unknowns] = {0};                                \
      memcpy(more, x, sizeof x);                                                                   \
      memcpy(less, x, sizeof x);                                                                   \
      more[i] += 1e-6, less[i] -= 1e-6, along[i] = 1;                                              \
      double slope = (f(more) - f(less)) / 2e-6;                                                   \
      double tangent = __enzyme_fwddiff((void *)f, enzyme_dup, x, along);                          \
      isRight &= fabs(gradient[i] - slope) < 1e-6 * (1 + fabs(slope));                             \
      isRight &= fabs(tangent - gradient[i]) < 1e-10 * (1 + fabs(slope));                          \
    }                                                                                              \
    printf("%s %s\n", isRight ? "right" : "WRONG", #f);                                            \
    right += isRight, all++;                                                                       \
  } while (0)

int main(void) {
  CHECK(solution);
  CHECK(likelihood);
  CHECK(fit);
  CHECK(spectrum);
  printf("%d of %d functions\n", right, all);
  return right != all;
}

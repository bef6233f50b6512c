// A program's own routines with names and signatures of BLAS, which do something else: their code counts.
// only: -O0 -O2
#include "check.h"

NOINLINE double ddot_(const int *n, const double *x, const int *xStep, const double *y, const int *yStep) {
  double sum = 0;
  for (int i = 0; i < *n; i++)
    sum += x[i * *xStep] * x[i * *xStep] * y[i * *yStep];
  return sum;
}
NOINLINE void dgemm_(const char *transA, const char *transB, const int *m, const int *n, const int *k,
                     const double *alpha, const double *a, const int *aLead, const double *b, const int *bLead,
                     const double *beta, double *c, const int *cLead) {
  for (int j = 0; j < *n; j++)
    for (int i = 0; i < *m; i++) {
      double sum = *beta;
      for (int l = 0; l < *k; l++)
        sum += a[i + l * *aLead] / (2 + b[l + j * *bLead] * b[l + j * *bLead]);
      c[i + j * *cLead] = *transA == *transB ? sum * *alpha : sum;
    }
}
NOINLINE void cblas_dscal(const int n, const double alpha, double *x, const int step) {
  for (int i = 0; i < n; i++)
    x[i * step] += alpha * x[i * step] * x[i * step];
}

double named_like_blas(const double *x) {
  int n = 2, one = 1;
  double c[4] = {0};
  dgemm_("N", "N", &n, &n, &n, x + 1, x, &n, x, &n, x, c, &n);
  cblas_dscal(4, x[2], c, 1);
  return ddot_(&n, c, &one, x, &one) + c[3];
}
CHECK_FUNCTION(named_like_blas, 4, 0.7, -0.4, 0.9, 0.35);

// Routines of BLAS in parallel regions: by the team where they only read and add, else by one thread.
// flags: -fopenmp
// link: -lopenblas
// env: OMP_NUM_THREADS=3
// bits: differ, three threads add in the order in which they come
#define CHECK_ROUNDED // sums by three threads, and by one
#define CHECK_SUMS_BY_THREADS
#include "check.h"

double cblas_ddot(int, const double *, int, const double *, int);
void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
enum { N = 14 };

static double dots(const double *x) { // all threads read the same vector
  double y[N], sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N - 3; i++)
    y[i] = cblas_ddot(3, x + i, 1, x + 1, 1) * x[i];
  for (int i = 0; i < N - 3; i++)
    sum += y[i] * y[i];
  return sum;
}
static double products(const double *x) { // and the same matrices
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 6; i++) {
    double z[3];
    cblas_dgemv(101, 111, 3, 3, 1.0, x + i, 3, x, 1, 0.0, z, 1);
    sum += z[0] * z[1] + z[2];
  }
  return sum;
}
CHECK_FUNCTION(dots, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3, 0.2, -0.6, 0.5, 0.8, -0.1, 0.4, 1.2, 0.6);
CHECK_FUNCTION(products, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3, 0.2, -0.6, 0.5, 0.8, -0.1, 0.4, 1.2, 0.6);

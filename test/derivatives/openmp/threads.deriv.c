// With several threads: a derivative is the same as with one, whether it is asked for outside of parallel regions or by
// each thread of one; and the function itself still runs in parallel.
// flags: -fopenmp -mllvm -enzyme-openmp=serial
// env: OMP_NUM_THREADS=4
#include "check.h"
#include <omp.h>
#include <stdlib.h>

enum { N = 200 };

static int teamSize;

static double misfit(const double *x, const double *data, int n) {
  double sum = 0;
  double *model = malloc(n * sizeof *model);
#pragma omp parallel
  {
#pragma omp single
    teamSize = omp_get_num_threads();
#pragma omp for schedule(dynamic, 7)
    for (int i = 0; i < n; i++)
      model[i] = x[0] * exp(-x[1] * i / n) + x[2];
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += (model[i] - data[i]) * (model[i] - data[i]);
  }
  free(model);
  return sum;
}
/// Each thread takes its part, by its number.
static double byHand(const double *x, const double *data, int n) {
  double *sums = malloc(omp_get_max_threads() * sizeof *sums), sum = 0;
#pragma omp parallel
  {
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    sums[thread] = 0;
    for (int i = n * thread / threads; i < n * (thread + 1) / threads; i++)
      sums[thread] += x[0] * data[i] * data[i] + x[1] * x[2];
  }
  for (int i = 0; i < omp_get_max_threads(); i++)
    sum += sums[i];
  free(sums);
  return sum;
}

void __enzyme_autodiff_threads(void *, ...);
static double data[N];
static const double x[3] = {2, 1.5, 0.3};

static void differences(double (*f)(const double *, const double *, int), double *slopes) {
  for (int i = 0; i < 3; i++) {
    double h = 1e-6, a[3] = {x[0], x[1], x[2]}, b[3] = {x[0], x[1], x[2]};
    a[i] += h, b[i] -= h;
    slopes[i] = (f(a, data, N) - f(b, data, N)) / (2 * h);
  }
}
CHECK_VALUES(outside) {
  for (int i = 0; i < N; i++)
    data[i] = sin(0.1 * i);
  double g[3] = {0}, h[3] = {0}, slopes[3];
  __enzyme_autodiff_threads((void *)misfit, enzyme_dup, x, g, enzyme_const, data, N);
  EXPECT_EXACT(teamSize, 1);
  differences(misfit, slopes);
  EXPECT_EXACT(teamSize, omp_get_max_threads());
  for (int i = 0; i < 3; i++)
    EXPECT_CLOSE(g[i], slopes[i], 1e-6);
  __enzyme_autodiff_threads((void *)byHand, enzyme_dup, x, h, enzyme_const, data, N);
  differences(byHand, slopes);
  for (int i = 0; i < 3; i++)
    EXPECT_CLOSE(h[i], slopes[i], 1e-6);
}
CHECK_VALUES(inside) {
  double g[16][3] = {{0}}, h[16][3] = {{0}}, whole[3] = {0}, wholeByHand[3] = {0};
  __enzyme_autodiff_threads((void *)misfit, enzyme_dup, x, whole, enzyme_const, data, N);
  __enzyme_autodiff_threads((void *)byHand, enzyme_dup, x, wholeByHand, enzyme_const, data, N);
#pragma omp parallel for
  for (int k = 0; k < 16; k++) {
    __enzyme_autodiff_threads((void *)misfit, enzyme_dup, x, g[k], enzyme_const, data, N);
    __enzyme_autodiff_threads((void *)byHand, enzyme_dup, x, h[k], enzyme_const, data, N);
  }
  for (int k = 0; k < 16; k++)
    for (int i = 0; i < 3; i++) {
      EXPECT_EXACT(g[k][i], whole[i]);
      EXPECT_EXACT(h[k][i], wholeByHand[i]);
    }
}

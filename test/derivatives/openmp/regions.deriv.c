// What stands in parallel regions beside loops: sections, single and master parts, critical and atomic updates, barriers,
// regions in regions, under conditions and in functions that are called.
// flags: -fopenmp
// env: OMP_NUM_THREADS=1
#include "check.h"
#include <omp.h>
#include <stdlib.h>

enum { N = 6 };

static double parts(const double *x) {
  double a = 0, b = 0, c = 0, d = 0;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      a = x[0] * x[1];
#pragma omp section
      b = sin(x[2]);
    }
#pragma omp single
    c = a * b * x[3];
#pragma omp master
    d = c * c;
#pragma omp barrier
#pragma omp masked
    d += x[4] * a;
  }
  return a + b * c + d * x[5];
}
static double updates(const double *x) {
  double sum = 0, product = 1, largest = 0, sums[2] = {0, 0};
  int counted = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    sum += x[i] * x[i];
#pragma omp atomic update
    product *= 1 + x[i];
#pragma omp critical
    largest = largest > x[i] ? largest : x[i];
#pragma omp critical(named)
    {
      sums[i % 2] += sin(x[i]);
      counted++;

    }
  }
  double seen;
#pragma omp parallel
  {
#pragma omp atomic read
    seen = sum;
  }
  return sum * product + largest * sums[0] + sums[1] * seen * counted;
}
static double inner(const double *x, double scale) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int j = 0; j < N; j++)
    sum += scale * x[j] * x[j];
  return sum;
}
static double nested(const double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) if (x[0] > 0)
  for (int i = 0; i < N; i++)
    sum += inner(x, x[i]);
#pragma omp parallel for reduction(+ : sum) if (x[0] > 100) num_threads(3)
  for (int i = 0; i < N; i++)
    sum += x[i] * x[0];
  return sum;
}
/// A loop that is shared by the region of its caller.
static void axpy(double *y, const double *x, double scale) {
#pragma omp for
  for (int i = 0; i < N; i++)
    y[i] += scale * x[i];
}
static double orphan(const double *x) {
  double y[N] = {0}, sum = 0;
#pragma omp parallel
  {
    axpy(y, x, x[0]);
    axpy(y, y, x[1]);
  }
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i];
  return sum;
}
/// The region's work by hand: it asks for its number and of how many.
static double byHand(const double *x) {
  int most = omp_get_max_threads();
  double *sums = malloc(most * sizeof *sums), total = 0;
#pragma omp parallel
  {
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    double own = 0;
    for (int i = thread; i < N; i += threads)
      own += exp(x[i]) * x[0];
    sums[thread] = own;
  }
  for (int i = 0; i < most; i++)
    total += sums[i];
  free(sums);
  return total;
}
static double copied(const double *x) {
  double seed = 0, sum = 0;
#pragma omp parallel private(seed) reduction(+ : sum)
  {
#pragma omp single copyprivate(seed)
    seed = x[0] * x[0];
    sum += seed * x[1] / omp_get_num_threads();
  }
  return sum;
}
/// In a region already, and in the loop of one.
static double pairwise(const double *x) {
  double force[N] = {0}, sum = 0;
#pragma omp parallel
  {
    double own[N] = {0};
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < N; i++)
      for (int j = i + 1; j < N; j++) {
        double f = 1 / (1 + (x[i] - x[j]) * (x[i] - x[j]));
        own[i] += f;
        own[j] -= f;
      }
    for (int i = 0; i < N; i++)
#pragma omp atomic
      force[i] += own[i];
  }
  for (int i = 0; i < N; i++)
    sum += force[i] * force[i];
  return sum;
}
CHECK_FUNCTION(parts, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(updates, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(nested, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(orphan, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(byHand, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(copied, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(pairwise, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);

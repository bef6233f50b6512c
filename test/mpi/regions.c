// Calls of MPI by threads of OpenMP's regions: by the first thread (MPI_THREAD_FUNNELED), by one at a time
// (MPI_THREAD_SERIALIZED), by each (MPI_THREAD_MULTIPLE). One thread runs such regions in derivatives.
//! flags: -fopenmp
#include <enzyme/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { IN = 24, PARTS = 4, LENGTH = IN / PARTS };
static int rank, ranks, failures;

static void pass(const double *own, double *other, int tag) {
  MPI_Sendrecv(own, 1, MPI_DOUBLE, (rank + 1) % ranks, tag, other, 1, MPI_DOUBLE, (rank + ranks - 1) % ranks, tag,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double byTheFirst(const double *x) {
  double y[IN], ghost = 0, sum = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < IN; i++)
      y[i] = x[i] * x[i];
#pragma omp master
    pass(&y[0], &ghost, PARTS);
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < IN; i++)
      y[i] *= ghost * x[IN - 1 - i];
  }
  for (int i = 0; i < IN; i++)
    sum += y[i];
  return sum;
}

static double oneAtATime(const double *x) {
  double part[PARTS], sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = 0; k < PARTS; k++) {
    double own = 0, other;
    for (int i = 0; i < LENGTH; i++)
      own += x[LENGTH * k + i] * x[i];
#pragma omp critical
    MPI_Sendrecv(&own, 1, MPI_DOUBLE, rank, k, &other, 1, MPI_DOUBLE, rank, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    part[k] = other;
    sum += own * other;
  }
  return sum * part[1];
}

static double byEach(const double *x) {
  double part[PARTS], other[PARTS], sum = 0;
#pragma omp parallel for schedule(static, 1)
  for (int k = 0; k < PARTS; k++) {
    part[k] = 0;
    for (int i = 0; i < LENGTH; i++)
      part[k] += x[LENGTH * k + i] * x[i];
    pass(&part[k], &other[k], k);
  }
  for (int k = 0; k < PARTS; k++)
    sum += part[k] * other[(k + 1) % PARTS];
  return sum;
}

// In all ranks' own directions.
static void check(const char *name, double (*f)(const double *), void (*gradient)(const double *, double *)) {
  double x[IN], dx[IN] = {0}, direction[IN], moved[2], h = 1e-6, own[2] = {0, 0}, all[2];
  for (int i = 0; i < IN; i++)
    x[i] = 0.5 + 0.3 * sin(i + 2 * rank), direction[i] = cos(0.7 * i + rank);
  for (int side = 0; side < 2; side++) {
    double y[IN];
    for (int i = 0; i < IN; i++)
      y[i] = x[i] + (side ? h : -h) * direction[i];
    moved[side] = f(y);
  }
  own[0] = (moved[1] - moved[0]) / (2 * h);
  gradient(x, dx);
  for (int i = 0; i < IN; i++)
    own[1] += dx[i] * direction[i];
  MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (!(fabs(all[0] - all[1]) < 1e-6 * (1 + fabs(all[0])))) {
    printf("%s: reverse %.12g, by differences %.12g\n", name, all[1], all[0]);
    failures++;
  }
}

#define GRADIENT(f)                                                                                                    \
  static void f##Gradient(const double *x, double *dx) { __enzyme_autodiff((void *)f, enzyme_dup, x, dx); }
GRADIENT(byTheFirst)
GRADIENT(oneAtATime)
GRADIENT(byEach)

int main(int argc, char **argv) {
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  omp_set_num_threads(3);
  check("byTheFirst", byTheFirst, byTheFirstGradient);
  if (level >= MPI_THREAD_SERIALIZED)
    check("oneAtATime", oneAtATime, oneAtATimeGradient);
  if (level == MPI_THREAD_MULTIPLE)
    check("byEach", byEach, byEachGradient);
  MPI_Finalize();
  return failures != 0;
}

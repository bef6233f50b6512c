/* What the programs of this folder have in common: each has a `struct problem` and a function
 * `value` of this rank's inputs, is built in serial, with OpenMP, with MPI (-DWITH_MPI) and with
 * both, and is started as
 *
 *     program check SIZE STEPS              prints the value, the gradient, a slope and what
 * differences give for it program time SIZE STEPS REPEATS       prints milliseconds of the function
 * and of its gradient, the fastest of each: by the clock, and of all threads' and ranks' processors
 * together
 *
 * The value is the sum of all ranks' values. An input that several ranks have has a part of its
 * derivative on each. */
#ifndef PARALLEL_FRAME_H
#define PARALLEL_FRAME_H
#include <enzyme/enzyme.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef WITH_MPI
#include <mpi.h>
#endif
#ifdef _OPENMP
#include <omp.h>
#endif

static int rank, ranks = 1;

/* What a program says about itself. */
struct problem;
static struct problem *prepare(int size, int steps);
static int inputs(const struct problem *p);       /* how many this rank has */
static int all_inputs(const struct problem *p);   /* how many there are */
static int place(const struct problem *p, int i); /* the number among all of this rank's i-th one */
static double start(const struct problem *p,
                    int at); /* the first value of one, by its number among all */
static double value(const struct problem *p, const double *input);

static double total(double own) {
#ifdef WITH_MPI
  MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#endif
  return own;
}

typedef struct {
  double clock, work;
} Moment;

static double milliseconds(clockid_t which) {
  struct timespec t;
  clock_gettime(which, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static Moment now(void) {
#ifdef WITH_MPI
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  Moment m = {milliseconds(CLOCK_MONOTONIC), milliseconds(CLOCK_PROCESS_CPUTIME_ID)};
  return m;
}

static double latest(double own) {
#ifdef WITH_MPI
  MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
#endif
  return own;
}

/* From the first rank that begins to the last one that ends: where ranks share processors, one may
 * leave the barrier when others are done already. */
static void keep_fastest(Moment *fastest, Moment begun, Moment ended) {
  double work = total(ended.work - begun.work), clock = latest(ended.clock) + latest(-begun.clock);
  fastest->clock = fmin(fastest->clock, clock);
  fastest->work = fmin(fastest->work, work);
}

static double *moved(const struct problem *p, double h) {
  double *input = (double *)malloc((size_t)inputs(p) * sizeof *input);
  for (int i = 0; i < inputs(p); i++)
    input[i] = start(p, place(p, i)) + h * cos(3.0 * place(p, i) + 1);
  return input;
}

static void gradient(const struct problem *p, const double *input, double *result) {
  memset(result, 0, (size_t)inputs(p) * sizeof *result);
#ifdef __cplusplus
  __enzyme_autodiff<void>((void *)value, enzyme_const, p, enzyme_dup, input, result);
#else
  __enzyme_autodiff_void((void *)value, enzyme_const, p, enzyme_dup, input, result);
#endif
}

static double value_at(const struct problem *p, double h) {
  double *input = moved(p, h);
  double result = total(value(p, input));
  free(input);
  return result;
}

static void check(const struct problem *p) {
  double *input = moved(p, 0), *own = moved(p, 0),
         *all = (double *)calloc((size_t)all_inputs(p), sizeof *all), slope = 0;
  double h = 1e-6, differences = (value_at(p, h) - value_at(p, -h)) / (2 * h),
         here = value_at(p, 0);
  gradient(p, input, own);
  for (int i = 0; i < inputs(p); i++)
    all[place(p, i)] += own[i];
#ifdef WITH_MPI
  MPI_Allreduce(MPI_IN_PLACE, all, all_inputs(p), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#endif
  for (int i = 0; i < all_inputs(p); i++)
    slope += all[i] * cos(3.0 * i + 1);
  if (rank == 0) {
    printf("value %.17g\nslope %.17g\ndifferences %.17g\n", here, slope, differences);
    for (int i = 0; i < all_inputs(p); i++)
      printf("gradient %.17g\n", all[i]);
  }
  free(input), free(own), free(all);
}

static void measure(const struct problem *p, int repeats) {
  double *input = moved(p, 0), *own = moved(p, 0), sum = 0;
  Moment primal = {1e300, 1e300}, derivative = primal;
  for (int r = 0; r < repeats; r++) {
    Moment begun = now();
    sum += value(p, input);
    Moment between = now();
    gradient(p, input, own);
    Moment ended = now();
    keep_fastest(&primal, begun, between);
    keep_fastest(&derivative, between, ended);
  }
  if (rank == 0)
    printf("primal %.4f %.4f\ngradient %.4f %.4f\nsum %g\n", primal.clock, primal.work,
           derivative.clock, derivative.work, sum);
  free(input), free(own);
}

int main(int argc, char **argv) {
#ifdef WITH_MPI
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
#endif
  if (argc < 4)
    return 2;
  struct problem *p = prepare(atoi(argv[2]), atoi(argv[3]));
  if (strcmp(argv[1], "time") == 0)
    measure(p, argc > 4 ? atoi(argv[4]) : 5);
  else
    check(p);
#ifdef WITH_MPI
  MPI_Finalize();
#endif
  return 0;
}
#endif

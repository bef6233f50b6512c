/* Compares derivatives of functions that many ranks compute together.
 *
 *   CHECK(f): void f(double *x, double *y), IN numbers x and OUT numbers y on each rank
 *
 * With random x' and y̅ on each rank:
 *   forward mode        y' is what central differences give
 *   reverse mode        Σ y'·y̅ over all ranks is Σ x'·x̅ (x̅ is right for every x', a random one)
 *   both in two lanes   the first lane is as before, the second has x' or y̅ times -2
 *   in two halves       the adjoints are those of the whole
 * Reverse mode is run twice: what one run leaves behind would be seen in the next. */
#ifndef CHECK_H
#define CHECK_H
#include <enzyme/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IN = 6, OUT = 6 };

static int rank, ranks, failed;

static double number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0 * 2 - 1;
}

static void same(const char *name, const char *what, double got, double expected, double tolerance) {
  if (fabs(got - expected) <= tolerance * (1 + fabs(expected)))
    return;
  printf("FAIL: %s, %s, rank %d of %d: %.15g, expected %.15g\n", name, what, rank, ranks, got, expected);
  failed = 1;
}

static double dot(const double *a, const double *b, int n) {
  double own = 0, all;
  for (int i = 0; i < n; i++)
    own += a[i] * b[i];
  PMPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static void step(void (*f)(double *, double *), const double *x, const double *dx, double h, double *y) {
  double at[IN];
  for (int i = 0; i < IN; i++)
    at[i] = x[i] + h * dx[i];
  memset(y, 0, OUT * sizeof *y);
  f(at, y);
}

struct numbers {
  double x[IN], dx[IN], dy[OUT], seed[OUT], xbar[IN];
};

static void prepare(struct numbers *n, void (*f)(double *, double *)) {
  unsigned state = 12345 + 77 * rank;
  double above[OUT], below[OUT];
  for (int i = 0; i < IN; i++)
    n->x[i] = 1.5 + number(&state) + 0.01 * rank, n->dx[i] = number(&state);
  for (int i = 0; i < OUT; i++)
    n->seed[i] = number(&state);
  step(f, n->x, n->dx, 1e-5, above);
  step(f, n->x, n->dx, -1e-5, below);
  for (int i = 0; i < OUT; i++)
    n->dy[i] = (above[i] - below[i]) / 2e-5;
}

static void compare(const char *name, const char *what, const double *got, const double *expected, double scale,
                    int n, double tolerance) {
  for (int i = 0; i < n; i++)
    same(name, what, got[i], scale * expected[i], tolerance);
}

#ifdef __cplusplus
void __enzyme_autodiff_void(void *, ...);
void __enzyme_fwddiff_void(void *, ...);
#endif
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

#define CHECK_FORWARD(F)                                                                                           \
  static void F##_forward(struct numbers *n) {                                                                     \
    double y[OUT] = {0}, dy[OUT] = {0}, one[OUT] = {0}, two[OUT] = {0}, twice[IN];                                 \
    __enzyme_fwddiff_void((void *)F, enzyme_dup, n->x, n->dx, enzyme_dup, y, dy);                                       \
    compare(#F, "forward mode and differences", dy, n->dy, 1, OUT, 1e-7);                                          \
    memcpy(n->dy, dy, sizeof dy);                                                                                  \
    for (int i = 0; i < IN; i++)                                                                                   \
      twice[i] = -2 * n->dx[i];                                                                                    \
    memset(y, 0, sizeof y);                                                                                        \
    __enzyme_fwddiff_void((void *)F, enzyme_width, 2, enzyme_dup, n->x, n->dx, twice, enzyme_dup, y, one, two);       \
    compare(#F, "first lane forward", one, dy, 1, OUT, 1e-13);                                                     \
    compare(#F, "second lane forward", two, dy, -2, OUT, 1e-13);                                                   \
  }

#define CHECK_REVERSE(F)                                                                                           \
  static void F##_reverse(struct numbers *n) {                                                                     \
    double first[IN];                                                                                              \
    for (int run = 0; run < 2; run++) {                                                                            \
      double y[OUT] = {0}, seed[OUT], xbar[IN] = {0};                                                              \
      memcpy(seed, n->seed, sizeof seed);                                                                          \
      __enzyme_autodiff_void((void *)F, enzyme_dup, n->x, xbar, enzyme_dup, y, seed);                                   \
      same(#F, "reverse mode and forward mode", dot(n->dx, xbar, IN), dot(n->dy, n->seed, OUT), 1e-12);            \
      memcpy(n->xbar, xbar, sizeof xbar);                                                                          \
      if (run == 0)                                                                                                \
        memcpy(first, xbar, sizeof first);                                                                         \
    }                                                                                                              \
    compare(#F, "reverse mode once more", n->xbar, first, 1, IN, 1e-13);                                           \
    double y[OUT] = {0}, seed[OUT], twice[OUT], one[IN] = {0}, two[IN] = {0};                                      \
    for (int i = 0; i < OUT; i++)                                                                                  \
      seed[i] = n->seed[i], twice[i] = -2 * n->seed[i];                                                            \
    __enzyme_autodiff_void((void *)F, enzyme_width, 2, enzyme_dup, n->x, one, two, enzyme_dup, y, seed, twice);       \
    compare(#F, "first lane back", one, n->xbar, 1, IN, 1e-12);                                                    \
    compare(#F, "second lane back", two, n->xbar, -2, IN, 1e-12);                                                  \
  }

/* Two tapes at once, in an order that is not that of a stack. */
#define CHECK_HALVES(F)                                                                                            \
  static void F##_halves(struct numbers *n) {                                                                      \
    double y[OUT] = {0}, z[OUT] = {0}, seed[OUT], other[OUT], xbar[IN] = {0}, zbar[IN] = {0};                      \
    for (int i = 0; i < OUT; i++)                                                                                  \
      seed[i] = n->seed[i], other[i] = -2 * n->seed[i];                                                            \
    void *first = __enzyme_augmentfwd((void *)F, enzyme_dup, n->x, xbar, enzyme_dup, y, seed);                     \
    void *second = __enzyme_augmentfwd((void *)F, enzyme_dup, n->x, zbar, enzyme_dup, z, other);                   \
    __enzyme_reverse((void *)F, enzyme_dup, n->x, xbar, enzyme_dup, y, seed, first);                               \
    __enzyme_reverse((void *)F, enzyme_dup, n->x, zbar, enzyme_dup, z, other, second);                             \
    compare(#F, "in two halves", xbar, n->xbar, 1, IN, 1e-12);                                                     \
    compare(#F, "the second tape", zbar, n->xbar, -2, IN, 1e-12);                                                  \
  }

#define CHECK(F)                                                                                                   \
  CHECK_FORWARD(F)                                                                                                 \
  CHECK_REVERSE(F)                                                                                                 \
  CHECK_HALVES(F)                                                                                                  \
  static void F##_check(void) {                                                                                    \
    struct numbers n;                                                                                              \
    prepare(&n, F);                                                                                                \
    F##_forward(&n);                                                                                               \
    F##_reverse(&n);                                                                                               \
    F##_halves(&n);                                                                                                \
  }

static void begin(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

static int end(void) {
  int any;
  MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  if (rank == 0 && !any)
    printf("all is right on %d ranks\n", ranks);
  return any;
}
#endif

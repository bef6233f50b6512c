/* Heat in a plane whose conductivity depends on the temperature, by explicit steps: each rank has
 * some of the rows, ghost rows come from the neighbours. The inputs are the first temperatures. */
//! check: 24 12
#include "frame.h"

struct problem {
  int width, steps, first, rows;
};

static void exchange(const struct problem *p, double *u) {
#ifdef WITH_MPI
  int w = p->width, before = rank > 0 ? rank - 1 : MPI_PROC_NULL,
      behind = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Request requests[4];
  MPI_Irecv(u, w, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(u + (p->rows + 1) * w, w, MPI_DOUBLE, behind, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(u + w, w, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(u + p->rows * w, w, MPI_DOUBLE, behind, 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
#else
  (void)p, (void)u;
#endif
}

static double conductivity(double here, double there) {
  return 0.1 / (1 + 0.25 * (here + there) * (here + there));
}

static void step(const struct problem *p, const double *u, double *next) {
  int w = p->width;
#pragma omp parallel for
  for (int i = 1; i <= p->rows; i++)
    for (int j = 0; j < w; j++) {
      double here = u[i * w + j], flow = 0;
      if (i > 1 || p->first > 0)
        flow += conductivity(here, u[(i - 1) * w + j]) * (u[(i - 1) * w + j] - here);
      if (p->first + i < w)
        flow += conductivity(here, u[(i + 1) * w + j]) * (u[(i + 1) * w + j] - here);
      if (j > 0)
        flow += conductivity(here, u[i * w + j - 1]) * (u[i * w + j - 1] - here);
      if (j < w - 1)
        flow += conductivity(here, u[i * w + j + 1]) * (u[i * w + j + 1] - here);
      next[i * w + j] = here + flow;
    }
}

static double value(const struct problem *p, const double *input) {
  int w = p->width;
  size_t bytes = (size_t)w * (size_t)(p->rows + 2) * sizeof(double);
  double *u = (double *)malloc(bytes), *next = (double *)malloc(bytes);
  memset(u, 0, bytes);
  memset(next, 0, bytes);
  memcpy(u + w, input, (size_t)p->rows * (size_t)w * sizeof *u);
  for (int t = 0; t < p->steps; t++) {
    exchange(p, u);
    step(p, u, next);
    double *swap = u;
    u = next;
    next = swap;
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < p->rows * w; i++)
    sum += (u[w + i] - 0.5) * (u[w + i] - 0.5);
  free(u);
  free(next);
  return sum;
}

static struct problem *prepare(int size, int steps) {
  struct problem *p = malloc(sizeof *p);
  p->width = size;
  p->steps = steps;
  p->first = size * rank / ranks;
  p->rows = size * (rank + 1) / ranks - p->first;
  return p;
}

static int inputs(const struct problem *p) { return p->rows * p->width; }
static int all_inputs(const struct problem *p) { return p->width * p->width; }
static int place(const struct problem *p, int i) { return p->first * p->width + i; }
static double start(const struct problem *p, int at) {
  return sin(0.3 * at) + cos(0.7 * (at % p->width));
}

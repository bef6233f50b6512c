/* A sparse system by conjugate gradients: rows in compressed form lie on several ranks, values at
 * other ranks' columns are packed, sent and received without waiting while the own part is
 * computed. The inputs are the conductivities of the nodes and the sources; the matrix is computed
 * from them. */
//! check: 16 25
#include "frame.h"

enum { degree = 4 };

struct problem {
  int side, iterations, first, rows; // rows of the grid of nodes
  int nodes, ghosts; // own nodes; those of the rows before and behind are numbered after them
  int *begin, *column;
  int isBefore, isBehind;
};

struct halo {
  int count;
#ifdef WITH_MPI
  MPI_Request requests[4];
#endif
  double *packed;
};

static void begin_exchange(const struct problem *p, double *v, struct halo *h) {
  h->count = 0;
#ifdef WITH_MPI
  int n = p->side, behindAt = p->nodes + p->isBefore * n;
  memcpy(h->packed, v, (size_t)n * sizeof *v);
  memcpy(h->packed + n, v + p->nodes - n, (size_t)n * sizeof *v);
  if (p->isBefore) {
    MPI_Irecv(v + p->nodes, n, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, &h->requests[h->count++]);
    MPI_Isend(h->packed, n, MPI_DOUBLE, rank - 1, 2, MPI_COMM_WORLD, &h->requests[h->count++]);
  }
  if (p->isBehind) {
    MPI_Irecv(v + behindAt, n, MPI_DOUBLE, rank + 1, 2, MPI_COMM_WORLD, &h->requests[h->count++]);
    MPI_Isend(h->packed + n, n, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD, &h->requests[h->count++]);
  }
#else
  (void)p, (void)v;
#endif
}

static void end_exchange(struct halo *h) {
#ifdef WITH_MPI
  MPI_Waitall(h->count, h->requests, MPI_STATUSES_IGNORE);
#else
  (void)h;
#endif
}

static void assemble(const struct problem *p, const double *k, double *entry, double *diagonal) {
#pragma omp parallel for
  for (int i = 0; i < p->nodes; i++) {
    double sum = 0.2;
    for (int e = p->begin[i]; e < p->begin[i + 1]; e++) {
      double between = 2 * k[i] * k[p->column[e]] / (k[i] + k[p->column[e]]);
      entry[e] = -between;
      sum += between;
    }
    diagonal[i] = sum;
  }
}

static void multiply(const struct problem *p, const double *entry, const double *diagonal,
                     double *v, double *result, struct halo *h) {
  begin_exchange(p, v, h);
#pragma omp parallel for
  for (int i = 0; i < p->nodes; i++)
    result[i] = diagonal[i] * v[i];
  end_exchange(h);
#pragma omp parallel for
  for (int i = 0; i < p->nodes; i++) {
    double sum = 0;
    for (int e = p->begin[i]; e < p->begin[i + 1]; e++)
      sum += entry[e] * v[p->column[e]];
    result[i] += sum;
  }
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
#ifdef WITH_MPI
  double own = sum;
  MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#endif
  return sum;
}

static double *numbers(int n) { return (double *)calloc((size_t)n, sizeof(double)); }

static double value(const struct problem *p, const double *input) {
  int n = p->nodes, all = n + p->ghosts;
  double *k = numbers(all), *direction = numbers(all), *entry = numbers(p->begin[n]),
         *diagonal = numbers(n);
  double *x = numbers(n), *residual = numbers(n), *image = numbers(n);
  struct halo h = {.packed = numbers(2 * p->side)};
  memcpy(k, input, (size_t)n * sizeof *k);
  begin_exchange(p, k, &h);
  end_exchange(&h);
  assemble(p, k, entry, diagonal);
  memcpy(residual, input + n, (size_t)n * sizeof *residual);
  memcpy(direction, residual, (size_t)n * sizeof *residual);
  double square = dot(n, residual, residual);
  for (int t = 0; t < p->iterations; t++) {
    multiply(p, entry, diagonal, direction, image, &h);
    double along = square / dot(n, direction, image);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      x[i] += along * direction[i];
      residual[i] -= along * image[i];
    }
    double next = dot(n, residual, residual), turn = next / square;
    square = next;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      direction[i] = residual[i] + turn * direction[i];
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i] + 0.1 * x[i];
  double *all_of_them[] = {k, direction, entry, diagonal, x, residual, image, h.packed};
  for (int i = 0; i < 8; i++)
    free(all_of_them[i]);
  return sum;
}

static struct problem *prepare(int size, int steps) {
  struct problem *p = malloc(sizeof *p);
  p->side = size;
  p->iterations = steps;
  p->first = size * rank / ranks;
  p->rows = size * (rank + 1) / ranks - p->first;
  p->nodes = p->rows * size;
  p->isBefore = p->first > 0;
  p->isBehind = p->first + p->rows < size;
  p->ghosts = (p->isBefore + p->isBehind) * size;
  p->begin = malloc((size_t)(p->nodes + 1) * sizeof *p->begin);
  p->column = malloc((size_t)(degree * p->nodes) * sizeof *p->column);
  int filled = 0;
  for (int i = 0; i < p->nodes; i++) {
    int row = i / size, at = i % size;
    p->begin[i] = filled;
    if (row > 0 || p->isBefore)
      p->column[filled++] = row > 0 ? i - size : p->nodes + at;
    if (at > 0)
      p->column[filled++] = i - 1;
    if (at < size - 1)
      p->column[filled++] = i + 1;
    if (row < p->rows - 1 || p->isBehind)
      p->column[filled++] = row < p->rows - 1 ? i + size : p->nodes + p->isBefore * size + at;
  }
  p->begin[p->nodes] = filled;
  return p;
}

static int inputs(const struct problem *p) { return 2 * p->nodes; }
static int all_inputs(const struct problem *p) { return 2 * p->side * p->side; }
static int place(const struct problem *p, int i) {
  return p->first * p->side + i % p->nodes + (i < p->nodes ? 0 : p->side * p->side);
}
static double start(const struct problem *p, int at) {
  return at < p->side * p->side ? 1 + 0.5 * sin(0.9 * at) : cos(1.3 * at);
}

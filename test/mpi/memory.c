// Buffers of every kind: globals, heap that only MPI writes, integers on the heap, structures that hold their own
// arrays, memory that is constant on some ways; loops with snapshots.
#include "check.h"

static int left(void) { return (rank + ranks - 1) % ranks; }
static int right(void) { return (rank + 1) % ranks; }

static double ghosts[4];
static double sums[2];
static MPI_Request pending[2];

static void globals(double *x, double *y) {
  MPI_Irecv(ghosts, 2, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &pending[0]);
  sums[0] = x[0] * x[1], sums[1] = x[2];
  MPI_Isend(sums, 2, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &pending[1]);
  MPI_Waitall(2, pending, MPI_STATUSES_IGNORE);
  y[0] = ghosts[0] * ghosts[1], y[1] = ghosts[1] * x[3];
}

static void heap(double *x, double *y) { // sizes and places come by messages, too
  int n = rank == 0 ? 4 : 0, *places;
  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  places = malloc(n * sizeof *places);
  for (int i = 0; i < n && rank == 0; i++)
    places[i] = (i * 3) % IN;
  MPI_Bcast(places, n, MPI_INT, 0, MPI_COMM_WORLD);
  double *own = malloc(n * sizeof *own), *passed = calloc(n, sizeof *passed);
  for (int i = 0; i < n; i++)
    own[i] = x[places[i]] * x[places[i]];
  MPI_Sendrecv(own, n, MPI_DOUBLE, right(), 1, passed, n, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(passed, n, MPI_DOUBLE, right(), 2, own, n, MPI_DOUBLE, left(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++)
    y[places[i]] += own[i] * x[i];
  free(own), free(passed), free(places);
}

struct grid {
  int n;
  double *values, *old;
  MPI_Comm comm;
  MPI_Request requests[2];
  double edge;
};

__attribute__((noinline)) static void refresh(struct grid *g) {
  MPI_Irecv(&g->edge, 1, MPI_DOUBLE, left(), 4, g->comm, &g->requests[0]);
  MPI_Isend(&g->values[g->n - 1], 1, MPI_DOUBLE, right(), 4, g->comm, &g->requests[1]);
}
__attribute__((noinline)) static void advance(struct grid *g) {
  double *swap = g->old;
  MPI_Waitall(2, g->requests, MPI_STATUSES_IGNORE);
  g->old = g->values, g->values = swap;
  for (int i = 0; i < g->n; i++)
    g->values[i] = g->old[i] * (i ? g->old[i - 1] : g->edge);
}
static void structures(double *x, double *y) {
  double a[IN], b[IN];
  struct grid g = {IN, a, b, MPI_COMM_WORLD, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, 0};
  memcpy(a, x, sizeof a);
  for (int t = 0; t < 3; t++) {
    refresh(&g);
    advance(&g);
  }
  memcpy(y, g.values, sizeof a);
}

static void snapshots(double *x, double *y) {
  double u[IN], edge = 0;
  memcpy(u, x, sizeof u);
#pragma enzyme checkpoint(3)
  for (int t = 0; t < 10; t++) {
    MPI_Sendrecv(&u[IN - 1], 1, MPI_DOUBLE, right(), 1, &edge, 1, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = IN - 1; i > 0; i--)
      u[i] = 0.6 * u[i] + 0.3 * sin(u[i - 1]);
    u[0] = 0.6 * u[0] + 0.3 * sin(edge);
  }
  memcpy(y, u, sizeof u);
}

static void either(double *x, double *y) { // what is received decides which way, and what is sent
  double table[2] = {3, 4}, *from = x[0] > 1.5 ? table : x, got[2] = {0, 0};
  MPI_Sendrecv(from, 2, MPI_DOUBLE, right(), 1, got, 2, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[0] = got[0] * got[1];
  if (got[1] > 3.5)
    y[1] = got[0] * x[1];
  else
    y[1] = x[2];
}

CHECK(globals)
CHECK(heap)
CHECK(structures)
CHECK(snapshots)
CHECK(either)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  globals_check();
  heap_check();
  structures_check();
  snapshots_check();
  either_check();
  return end();
}

// Memory that other ranks read and write between fences. It begins at multiples of 16 bytes, because Debian's MPICH
// (4.0.2 over UCX) reads and writes before other windows.
#include "check.h"
#include <complex.h>

static int left(void) { return (rank + ranks - 1) % ranks; }
static int right(void) { return (rank + 1) % ranks; }

static void put(double *x, double *y) { // the value before is lost
  _Alignas(16) double ghosts[3] = {x[0], x[1], x[2]};
  double edge[2] = {x[3] * x[4], sin(x[5])};
  MPI_Win window;
  MPI_Win_create(ghosts, sizeof ghosts, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(edge, 2, MPI_DOUBLE, right(), 1, 2, MPI_DOUBLE, window);
  y[3] = edge[0] * edge[0]; // which may be read meanwhile
  MPI_Win_fence(0, window);
  y[0] = ghosts[0] * ghosts[1], y[1] = ghosts[2] * ghosts[2] * x[1];
  MPI_Win_free(&window);
}

static void get(double *x, double *y) { // all ranks read the same numbers, their owner too
  _Alignas(16) double table[4] = {x[0] * x[1], x[2], x[3] * x[3], 1};
  double got[4] = {x[4], x[5], 3, 4};
  MPI_Win window;
  MPI_Win_create(table, sizeof table, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
  MPI_Get(got, 3, MPI_DOUBLE, 0, 0, 3, MPI_DOUBLE, window);
  MPI_Get(got + 3, 1, MPI_DOUBLE, left(), 1, 1, MPI_DOUBLE, window);
  y[2] = table[0] * table[2] * x[5];
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  MPI_Win_free(&window);
  table[0] = table[1] = 0; // after the window's end
  y[0] = got[0] * got[1], y[1] = got[2] * got[3] + table[1];
}

static void accumulate(double *x, double *y) { // from all ranks at once, also to the own
  _Alignas(16) double sums[3] = {x[0], x[1] * x[2], x[3]};
  double own[2] = {x[3] * x[3], x[4] * x[5]};
  MPI_Win window;
  MPI_Win_create(sums, sizeof sums, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  for (int to = 0; to < ranks; to++)
    MPI_Accumulate(own, 2, MPI_DOUBLE, to, 0, 2, MPI_DOUBLE, MPI_SUM, window);
  MPI_Win_fence(0, window);
  y[0] = sums[0] * sums[1];
  MPI_Accumulate(own, 1, MPI_DOUBLE, 0, 2 * sizeof(double), 1, MPI_DOUBLE, MPI_SUM, window);
  MPI_Win_fence(0, window);
  y[1] = sums[2] * sums[2] * x[0];
  MPI_Win_free(&window);
}

static void steps(double *x, double *y) { // a plane in memory that MPI makes, one window for all steps
  double *u, edges[2];
  MPI_Win window;
  MPI_Win_allocate((IN + 2) * sizeof *u, sizeof *u, MPI_INFO_NULL, MPI_COMM_WORLD, &u, &window);
  u[0] = u[IN + 1] = 0;
  memcpy(u + 1, x, IN * sizeof *u);
  for (int t = 0; t < 3; t++) {
    MPI_Win_fence(0, window);
    MPI_Put(&u[1], 1, MPI_DOUBLE, left(), IN + 1, 1, MPI_DOUBLE, window);
    MPI_Put(&u[IN], 1, MPI_DOUBLE, right(), 0, 1, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    double before = u[0];
    for (int i = 1; i <= IN; i++) {
      double here = u[i];
      u[i] = 0.5 * here + 0.3 * sin(before) * u[i + 1];
      before = here;
    }
  }
  MPI_Win_fence(0, window);
  MPI_Get(edges, 1, MPI_DOUBLE, right(), 3, 1, MPI_DOUBLE, window);
  MPI_Get(edges + 1, 1, MPI_DOUBLE, left(), 2, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  memcpy(y, u + 1, OUT * sizeof *y);
  y[0] += edges[0] * edges[1];
  MPI_Win_free(&window);
}

static void types(double *x, double *y) { // columns, complex numbers, integers, no rank
  _Alignas(16) double matrix[9] = {0, 1, 2, 3, 4, 5};
  _Alignas(16) double complex z[2] = {x[0] + x[1] * I, x[2] * x[2]};
  double complex got = 0;
  _Alignas(16) int counts[2] = {rank, 7};
  MPI_Win windows[3];
  MPI_Datatype column;
  MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Win_create(matrix, sizeof matrix, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[0]);
  MPI_Win_create(z, sizeof z, sizeof *z, MPI_INFO_NULL, MPI_COMM_WORLD, &windows[1]);
  MPI_Win_create(counts, sizeof counts, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[2]);
  for (int i = 0; i < 3; i++)
    MPI_Win_fence(0, windows[i]);
  MPI_Put(x, 1, column, right(), 6, 3, MPI_DOUBLE, windows[0]);
  MPI_Accumulate(&x[1], 1, column, left(), 0, 1, column, MPI_SUM, windows[0]);
  MPI_Put(x, 3, MPI_DOUBLE, MPI_PROC_NULL, 0, 3, MPI_DOUBLE, windows[0]);
  MPI_Get(&got, 1, MPI_C_DOUBLE_COMPLEX, right(), 1, 1, MPI_C_DOUBLE_COMPLEX, windows[1]);
  MPI_Put(&rank, 1, MPI_INT, right(), 1, 1, MPI_INT, windows[2]);
  for (int i = 0; i < 3; i++)
    MPI_Win_fence(0, windows[i]);
  MPI_Type_free(&column);
  y[0] = matrix[0] * matrix[2] * matrix[7] * matrix[8], y[1] = creal(got * z[0]), y[2] = counts[1] * x[0];
  y[3] = cimag(got * got * z[0]);
  for (int i = 0; i < 3; i++)
    MPI_Win_free(&windows[i]);
}

static void constant(double *x, double *y) { // memory that only other ranks make vary
  static const double zero[2];
  double numbers[2] = {1, 2}, *table = malloc(2 * sizeof *table), got = 0;
  MPI_Win window;
  memcpy(table, rank == 0 ? zero : numbers, 2 * sizeof *table);
  MPI_Win_create(table, 2 * sizeof *table, sizeof *table, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  if (rank == 0)
    for (int to = 0; to < ranks; to++)
      MPI_Put(&x[to % IN], 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  MPI_Get(&got, 1, MPI_DOUBLE, ranks - 1, 0, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  y[0] = got * got * table[0];
  MPI_Win_free(&window);
  free(table);
}

struct mailbox {
  int length;
  double *box;
  MPI_Win window;
};
static void start(struct mailbox *m, int length) {
  m->length = length;
  MPI_Win_allocate(length * sizeof *m->box, sizeof *m->box, MPI_INFO_NULL, MPI_COMM_WORLD, &m->box, &m->window);
  for (int i = 0; i < length; i++)
    m->box[i] = 1;
  MPI_Win_fence(0, m->window);
}
static double empty(struct mailbox *m) {
  double product = 1;
  MPI_Win_fence(0, m->window);
  for (int i = 0; i < m->length; i++)
    product *= m->box[i];
  return product;
}
static void mailboxes(double *x, double *y) { // memory that MPI makes and nothing of this rank writes
  struct mailbox *m = malloc(2 * sizeof *m);
  for (int k = 0; k < 2; k++)
    start(&m[k], 2 + 2 * k);
  MPI_Put(&x[0], 1, MPI_DOUBLE, right(), 1, 1, MPI_DOUBLE, m[0].window);
  MPI_Accumulate(&x[1], 2, MPI_DOUBLE, left(), 1, 2, MPI_DOUBLE, MPI_SUM, m[1].window);
  for (int k = 0; k < 2; k++)
    y[k] = empty(&m[k]) * x[2 + k];
  for (int k = 0; k < 2; k++)
    MPI_Win_free(&m[k].window);
  free(m);
}

static _Alignas(16) double global[8];
static void of_global(double *x, double *y) {
  MPI_Win window;
  for (int i = 0; i < 8; i++)
    global[i] = 1;
  MPI_Win_create(global, sizeof global, sizeof *global, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  if (rank == 0)
    for (int to = 0; to < ranks; to++)
      MPI_Put(x, 3, MPI_DOUBLE, to, 2, 3, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  y[0] = global[0] * global[2] * global[3] * global[4];
}

static void overlapped(double *x, double *y) { // a sum that some ranks complete before a window's life, others behind it
  _Alignas(16) double box[2] = {x[2], 0};
  double own = x[0] * x[1], all;
  MPI_Request request;
  MPI_Win window;
  MPI_Iallreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
  if (rank % 2)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_create(box, sizeof box, sizeof *box, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&x[3], 1, MPI_DOUBLE, right(), 1, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  if (rank % 2 == 0)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  y[0] = all * box[0] * box[1];
}

static void before(double *x, double *y) { // read, and then overwritten by another rank, which only fences tell
  _Alignas(16) double own[2] = {x[0], x[1]}, next[2];
  double s = 0;
  MPI_Win window;
  MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  for (int t = 0; t < 3; t++) {
    s += own[0] * own[1] * x[2];
    next[0] = 0.5 * own[1] * x[t], next[1] = 0.7 * own[0] * own[0];
    MPI_Win_fence(0, window);
    MPI_Put(next, 2, MPI_DOUBLE, right(), 0, 2, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
  }
  MPI_Win_free(&window);
  y[0] = s, y[1] = own[0] * own[1];
}

CHECK(put)
CHECK(get)
CHECK(accumulate)
CHECK(steps)
CHECK(types)
CHECK(constant)
CHECK(mailboxes)
CHECK(of_global)
CHECK(overlapped)
CHECK(before)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  put_check();
  get_check();
  accumulate_check();
  steps_check();
  types_check();
  constant_check();
  mailboxes_check();
  of_global_check();
  overlapped_check();
  before_check();
  return end();
}

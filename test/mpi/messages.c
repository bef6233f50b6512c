// Messages that are sent and received at once: all four kinds of sends, any source, any tag, a larger
// room than the message, none to receive from, a program that relies on buffers.
//! eager: none
#include "check.h"

static int left(void) { return (rank + ranks - 1) % ranks; }
static int right(void) { return (rank + 1) % ranks; }

static void send(double *x, double *y) { // rank 0 to all others, and back
  double t[3] = {0, 0, 0};
  if (rank == 0)
    for (int r = 1; r < ranks; r++) {
      double p[3] = {x[0] * x[1], x[2] * r, sin(x[3])};
      MPI_Send(p, 3, MPI_DOUBLE, r, 7, MPI_COMM_WORLD);
    }
  else
    MPI_Recv(t, 3, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[0] = t[0] * t[1] + x[4], y[1] = t[2] * x[5];
  if (rank != 0)
    MPI_Ssend(y, 2, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD);
  else
    for (int r = 1; r < ranks; r++) {
      MPI_Recv(t, 2, MPI_DOUBLE, r, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      y[2] += t[0] * r, y[3] += t[1] * t[0];
    }
}

static void anybody(double *x, double *y) { // any source, any tag, more room than is needed
  double t[IN];
  if (rank != 0) {
    for (int i = 0; i < IN; i++)
      t[i] = x[i] * x[i];
    MPI_Send(t, 1 + rank, MPI_DOUBLE, 0, 10 + rank, MPI_COMM_WORLD);
  }
  for (int r = 1; r < ranks && rank == 0; r++) {
    MPI_Status status;
    int count;
    for (int i = 0; i < IN; i++)
      t[i] = x[i];
    MPI_Recv(t, IN, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    for (int i = 0; i < IN; i++)
      y[i] += t[i] * (1 + i) * status.MPI_SOURCE * x[0] + count + status.MPI_TAG;
  }
  MPI_Barrier(MPI_COMM_WORLD); // what is sent next is not received here
}

static void around(double *x, double *y) {
  double t[IN];
  MPI_Sendrecv(x, IN, MPI_DOUBLE, right(), 1, t, IN, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < IN; i++)
    y[i] = t[i] * x[i] * x[i];
  MPI_Sendrecv_replace(y, IN, MPI_DOUBLE, left(), 2, right(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < IN; i++)
    y[i] = sin(y[i]);
}

static void ends(double *x, double *y) { // a chain: its ends have nobody beside them
  int before = rank ? rank - 1 : MPI_PROC_NULL, behind = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  double t[2] = {x[4], x[5]};
  MPI_Sendrecv(x, 2, MPI_DOUBLE, behind, 1, t, 2, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[0] = t[0] * t[1], y[1] = t[1] * x[0];
  MPI_Recv(y + 2, 1, MPI_DOUBLE, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double passed = y[2] * x[1] + x[0];
  MPI_Send(&passed, 1, MPI_DOUBLE, behind, 3, MPI_COMM_WORLD);
  y[3] = passed;
}

static void buffered(double *x, double *y) { // backwards both send first, too
  double t = 0, s = x[0] * x[1];
  MPI_Bsend(&s, 1, MPI_DOUBLE, right(), 4, MPI_COMM_WORLD);
  MPI_Recv(&t, 1, MPI_DOUBLE, left(), 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[0] = t * t * x[2];
}

static void types(double *x, double *y) { // float, complex, integers beside them
  float f[2] = {(float)x[0], (float)(x[1] * x[2])}, g[2];
  double _Complex z = x[3] + x[4] * 1.0i, w;
  int n = rank + 2, m = 0;
  MPI_Sendrecv(f, 2, MPI_FLOAT, right(), 1, g, 2, MPI_FLOAT, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&z, 1, MPI_C_DOUBLE_COMPLEX, right(), 2, &w, 1, MPI_C_DOUBLE_COMPLEX, left(), 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(&n, 1, MPI_INT, right(), 3, &m, 1, MPI_INT, left(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  w = w * w * z;
  y[0] = __real__ w, y[1] = __imag__ w;
  y[2] = x[5] * m; // (differences of floats are too rough to compare with)
  y[3] = 1e-12 * (g[0] + g[1]);
}

static void one_way(double *x, double *y) { // constant on one side
  double zero = 3, got = 0;
  if (rank == 0 && ranks > 1)
    MPI_Send(&zero, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
  else if (rank == 1)
    MPI_Recv(&got, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[0] = got * x[0] * x[0];
  int next = right();
  double sent = x[1] * x[1], ignored = 0; // what is received does not matter
  MPI_Sendrecv(&sent, 1, MPI_DOUBLE, next, 2, &ignored, 1, MPI_DOUBLE, left(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[1] = x[2] + (ignored > 1e30);
}

static void exchange(double *t, int n) {
  MPI_Sendrecv_replace(t, n, MPI_DOUBLE, right(), 2, left(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static double *fresh(double first) {
  double *t = malloc(2 * sizeof *t);
  t[0] = 1, t[1] = first;
  return t;
}
__attribute__((noinline)) static void collect(double *own, double *other) {
  own[0] = 2;
  exchange(other, 2);
}
static void in_functions(double *x, double *y) { // what is not varied before a call is behind it
  double own[1] = {1}, *t = fresh(x[0] * x[1]);
  collect(own, t);
  y[0] = t[0] * x[2] + own[0], y[1] = t[1] * x[3];
  free(t);
  for (int i = 0; i < 3; i++) {
    double u[2] = {x[i] * y[1], x[5]};
    exchange(u, 2);
    y[2] += u[0] * u[1];
  }
}

static void split(double *x, double *y) { // a communicator of its own
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  int own, all;
  MPI_Comm_rank(half, &own);
  MPI_Comm_size(half, &all);
  double t[2] = {x[0] * x[1], x[2]};
  MPI_Sendrecv_replace(t, 2, MPI_DOUBLE, (own + 1) % all, 2, (own + all - 1) % all, 2, half, MPI_STATUS_IGNORE);
  MPI_Comm_free(&half);
  y[0] = t[0] * t[1];
}

CHECK(send)
CHECK(anybody)
CHECK(around)
CHECK(ends)
CHECK(buffered)
CHECK(types)
CHECK(one_way)
CHECK(in_functions)
CHECK(split)

int main(int argc, char **argv) {
  static char room[1 << 16];
  begin(&argc, &argv);
  MPI_Buffer_attach(room, sizeof room);
  send_check();
  anybody_check();
  around_check();
  ends_check();
  buffered_check();
  types_check();
  one_way_check();
  in_functions_check();
  split_check();
  return end();
}

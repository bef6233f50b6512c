// Calls of all ranks that move blocks, with and without counts for each rank, and in place.
#include "check.h"

enum { most = 8 };

static void broadcast(double *x, double *y) {
  struct {
    double a;
    float b;
    int n;
  } s = {x[0] * x[1], 2, 3};
  double t[2] = {x[2], x[3] * x[2]};
  MPI_Bcast(t, 2, MPI_DOUBLE, ranks - 1, MPI_COMM_WORLD);
  MPI_Bcast(&s.n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(&s.a, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  y[0] = t[0] * t[1] * x[4], y[1] = s.a * s.a * s.n * x[5];
}

static void gather(double *x, double *y) {
  double own[2] = {x[0] * x[1], sin(x[2])}, all[2 * most] = {0};
  MPI_Gather(own, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 2 * ranks && rank == 0; i++)
    y[i % OUT] += all[i] * all[i] * x[i % IN];
  all[2 * rank] = x[3] * x[4], all[2 * rank + 1] = x[5];
  int root = ranks - 1;
  MPI_Gather(rank == root ? MPI_IN_PLACE : &all[2 * rank], 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
  for (int i = 0; i < 2 * ranks && rank == root; i++)
    y[i % OUT] += all[i] * all[i];
}

static void gatherv(double *x, double *y) {
  double own[most], all[3 * most] = {0};
  int counts[most], places[most];
  for (int r = 0; r < ranks; r++)
    counts[r] = r % 3, places[r] = 3 * (ranks - 1 - r);
  for (int i = 0; i < counts[rank]; i++)
    own[i] = x[i] * x[i + 1];
  MPI_Gatherv(own, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 3 * ranks; i++)
    y[i % OUT] += all[i] * all[i];
}

static void scatter(double *x, double *y) {
  double all[2 * most], own[2] = {0};
  for (int i = 0; i < 2 * ranks; i++)
    all[i] = x[i % IN] * x[(i + 1) % IN];
  MPI_Scatter(all, 2, MPI_DOUBLE, own, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  y[0] = own[0] * own[1], y[1] = own[1] * x[0];
  int root = ranks - 1;
  MPI_Scatter(all, 2, MPI_DOUBLE, rank == root ? MPI_IN_PLACE : own, 2, MPI_DOUBLE, root, MPI_COMM_WORLD);
  if (rank == root)
    own[0] = all[2 * rank], own[1] = all[2 * rank + 1];
  y[2] = own[0] * own[1], y[3] = own[1] * x[1];
}

static void scatterv(double *x, double *y) {
  double own[3] = {x[0], x[1], x[2]}, all[3 * most];
  int counts[most], places[most];
  for (int r = 0; r < ranks; r++)
    counts[r] = 1 + r % 2, places[r] = r; // blocks that have a number in common
  for (int i = 0; i < 3 * most; i++)
    all[i] = x[i % IN] * x[i % IN] * x[0];
  MPI_Scatterv(all, counts, places, MPI_DOUBLE, own, counts[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 3; i++)
    y[i] = own[i] * own[i];
}

static void allgather(double *x, double *y) {
  double own[2] = {x[0] * x[1], x[2]}, all[2 * most];
  MPI_Allgather(own, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < 2 * ranks; i++)
    y[i % OUT] += all[i] * all[i] * x[i % IN];
  all[2 * rank] = y[0], all[2 * rank + 1] = x[3] * x[3];
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < 2 * ranks; i++)
    y[i % OUT] += all[i] * (rank + 1);
}

static void allgatherv(double *x, double *y) {
  double own[3], all[4 * most] = {0};
  int counts[most], places[most];
  for (int r = 0; r < ranks; r++)
    counts[r] = r % 3, places[r] = 4 * r + 1;
  for (int i = 0; i < 3; i++)
    own[i] = x[i] * x[i + 1];
  MPI_Allgatherv(own, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < 4 * ranks; i++)
    y[i % OUT] += all[i] * all[i] * x[i % IN];
  for (int i = 0; i < counts[rank]; i++)
    all[places[rank] + i] = x[i] * x[5];
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < 4 * ranks; i++)
    y[i % OUT] += all[i] * all[i];
}

static void alltoall(double *x, double *y) {
  double from[2 * most], to[2 * most];
  for (int i = 0; i < 2 * ranks; i++)
    from[i] = x[i % IN] * x[(i + rank) % IN];
  MPI_Alltoall(from, 2, MPI_DOUBLE, to, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < 2 * ranks; i++)
    y[i % OUT] += to[i] * to[i] * x[0];
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < 2 * ranks; i++)
    y[i % OUT] += to[i] * (i + 1);
}

static void alltoallv(double *x, double *y) {
  double from[3 * most], to[3 * most] = {0};
  int sent[most], sentPlaces[most], received[most], receivedPlaces[most];
  for (int r = 0; r < ranks; r++) {
    sent[r] = (rank + 2 * r) % 3, sentPlaces[r] = 3 * r;
    received[r] = (r + 2 * rank) % 3, receivedPlaces[r] = 3 * (ranks - 1 - r);
  }
  for (int i = 0; i < 3 * ranks; i++)
    from[i] = x[i % IN] * x[(i + 1) % IN];
  MPI_Alltoallv(from, sent, sentPlaces, MPI_DOUBLE, to, received, receivedPlaces, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < 3 * ranks; i++)
    y[i % OUT] += to[i] * to[i] * x[1];
}

CHECK(broadcast)
CHECK(gather)
CHECK(gatherv)
CHECK(scatter)
CHECK(scatterv)
CHECK(allgather)
CHECK(allgatherv)
CHECK(alltoall)
CHECK(alltoallv)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  broadcast_check();
  gather_check();
  gatherv_check();
  scatter_check();
  scatterv_check();
  allgather_check();
  allgatherv_check();
  alltoall_check();
  alltoallv_check();
  return end();
}

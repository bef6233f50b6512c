// Calls among the neighbours in a topology that are completed later, in different orders on different ranks.
#include "check.h"

enum { most = 8 };

static MPI_Comm ring, line, graph;

static void between(double *x, double *y) { // computation, and messages that a rank waits for, while they travel
  double own[2] = {x[0] * x[1], x[2]}, all[4] = {0}, from[2] = {x[3] * x[3], x[4] * x[0]}, to[2] = {0};
  MPI_Request request[2];
  MPI_Ineighbor_allgather(own, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, ring, &request[0]);
  MPI_Ineighbor_alltoall(from, 1, MPI_DOUBLE, to, 1, MPI_DOUBLE, ring, &request[1]);
  double passed = x[5] * x[5];
  int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Sendrecv_replace(&passed, 1, MPI_DOUBLE, right, 3, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[4] = passed * x[1];
  MPI_Wait(&request[rank % 2], MPI_STATUS_IGNORE);
  MPI_Wait(&request[1 - rank % 2], MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; i++)
    y[i] = all[i] * all[i] * x[i];
  y[5] = to[0] * to[1] * x[2];
}

static void before_others_begin(double *x, double *y) { // rank 0 has a message for those that have not begun
  double from[2] = {x[0] * x[1], x[2] * x[2]}, to[2] = {1, 1}, word = x[3];
  MPI_Request request;
  if (rank != 0)
    MPI_Recv(&word, 1, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Ineighbor_alltoall(from, 1, MPI_DOUBLE, to, 1, MPI_DOUBLE, line, &request);
  for (int r = 1; rank == 0 && r < ranks; r++)
    MPI_Ssend(&word, 1, MPI_DOUBLE, r, 5, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 2; i++) // what has no neighbour stays 1
    y[i] = to[i] * to[i] * word * x[i];
}

static void several(double *x, double *y) { // all at once; and one that is complete when it returns
  double from[3 * most], to[3 * most] = {0}, own[2] = {x[0] * x[0], x[1]}, all[2 * most] = {0}, now[most] = {0};
  int sent[most], sentPlaces[most], received[most], receivedPlaces[most], ones[most], next[most];
  MPI_Request request[3];
  for (int i = 0; i < 3 * most; i++)
    from[i] = x[i % IN] * x[(i + 1) % IN];
  for (int i = 0; i < most; i++) {
    sent[i] = received[i] = 2, sentPlaces[i] = i, receivedPlaces[i] = 3 * i; // blocks have numbers in common
    ones[i] = 1, next[i] = most - 1 - i;
  }
  MPI_Ineighbor_alltoallv(from, sent, sentPlaces, MPI_DOUBLE, to, received, receivedPlaces, MPI_DOUBLE, graph,
                          &request[0]);
  MPI_Ineighbor_allgatherv(own, 1, MPI_DOUBLE, all, ones, next, MPI_DOUBLE, graph, &request[1]);
  MPI_Neighbor_allgather(&own[1], 1, MPI_DOUBLE, now, 1, MPI_DOUBLE, graph);
  struct {
    float f;
    double d;
  } out[most], in[most];
  MPI_Aint at[most];
  MPI_Datatype types[most];
  memset(in, 0, sizeof in);
  for (int i = 0; i < most; i++) {
    out[i].f = 2, out[i].d = x[2] * x[(i + rank) % IN];
    at[i] = (char *)&out[i].d - (char *)out, types[i] = MPI_DOUBLE;
  }
  MPI_Ineighbor_alltoallw(out, ones, at, types, in, ones, at, types, graph, &request[2]);
  for (int k = 0; k < 3; k++) {
    MPI_Wait(&request[(k + rank) % 3], MPI_STATUS_IGNORE);
    y[k] = x[k] * x[(k + rank) % 3];
  }
  for (int i = 0; i < 3 * most; i++)
    y[i % OUT] += to[i] * to[i];
  for (int i = 0; i < most; i++)
    y[i % OUT] += all[i] * all[i] * x[3] + now[i] * x[4] * in[i].d;
}

CHECK(between)
CHECK(before_others_begin)
CHECK(several)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int isRing[2] = {0, 1}, others[most], n = 0;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &isRing[0], 0, &line);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &isRing[1], 0, &ring);
  for (int r = 0; r < ranks; r++)
    if (r != rank)
      others[n++] = r;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, n, others, MPI_UNWEIGHTED, n, others, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &graph);
  between_check();
  before_others_begin_check();
  several_check();
  MPI_Comm_free(&ring);
  MPI_Comm_free(&line);
  MPI_Comm_free(&graph);
  return end();
}

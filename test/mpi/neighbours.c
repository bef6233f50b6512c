// Calls among the neighbours in a topology, calls with a type for each rank, messages that are looked at first.
#include "check.h"

enum { most = 8 };

static MPI_Comm grid, ring, graph, tree;

static void on_grid(double *x, double *y) { // a line with ends and a ring: with few ranks two edges join two of them
  double own[2] = {x[0] * x[1], x[2]}, all[8] = {0}, from[4], to[4] = {1, 1, 1, 1};
  MPI_Neighbor_allgather(own, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, grid);
  for (int i = 0; i < 8; i++)
    y[i % OUT] += all[i] * all[i] * x[i % IN];
  for (int i = 0; i < 4; i++)
    from[i] = x[i] * x[i + 1] * (i + 1);
  to[0] = x[5] * x[5]; // stays as it is where there is no neighbour
  MPI_Neighbor_alltoall(from, 1, MPI_DOUBLE, to, 1, MPI_DOUBLE, grid);
  for (int i = 0; i < 4; i++)
    y[i] += to[i] * to[i] * (i + 1);
}

static void on_ring(double *x, double *y) {
  double from[2] = {x[0] * x[0], x[1] * x[2]}, to[2], all[4] = {0};
  int counts[2] = {1, 1}, places[2] = {2, 0};
  MPI_Neighbor_alltoall(from, 1, MPI_DOUBLE, to, 1, MPI_DOUBLE, ring);
  y[0] = to[0] * to[0], y[1] = to[1] * x[3];
  MPI_Neighbor_allgatherv(&from[1], 1, MPI_DOUBLE, all, counts, places, MPI_DOUBLE, ring);
  for (int i = 0; i < 4; i++)
    y[2 + i] = all[i] * all[i] * x[4];
  struct {
    float f;
    double d;
  } out = {2, x[0] * x[5]}, in = {0, 0}; // (MPICH 4.0.2 loses blocks here on graphs that are not symmetric)
  int ones[2] = {1, 1};
  MPI_Aint at[2] = {(char *)&out.f - (char *)&out, (char *)&out.d - (char *)&out};
  MPI_Datatype types[2] = {MPI_FLOAT, MPI_DOUBLE}, back[2] = {MPI_DOUBLE, MPI_FLOAT};
  MPI_Aint backAt[2] = {at[1], at[0]};
  if (ranks > 2) // else which edge is which differs between libraries
    MPI_Neighbor_alltoallw(&out, ones, at, types, &in, ones, backAt, back, ring);
  y[0] += in.d * in.f * x[1];
}

static void on_graph(double *x, double *y) { // from the ranks before, to those behind
  double from[3 * most], to[3 * most] = {0};
  int sent[most], sentPlaces[most], received[most], receivedPlaces[most];
  for (int i = 0; i < 3 * most; i++)
    from[i] = x[i % IN] * x[(i + 1) % IN];
  for (int i = 0; i < most; i++) { // blocks have numbers in common
    sent[i] = 1 + (rank + i) % 2, sentPlaces[i] = i;
    received[i] = 1 + (rank + 1) % 2, receivedPlaces[i] = 3 * i;
  }
  MPI_Neighbor_alltoallv(from, sent, sentPlaces, MPI_DOUBLE, to, received, receivedPlaces, MPI_DOUBLE, graph);
  for (int i = 0; i < 3 * ranks; i++)
    y[i % OUT] += to[i] * to[i];
}

static void on_tree(double *x, double *y) { // MPI_Graph_create's
  double own = x[0] * x[1], all[most] = {0};
  MPI_Neighbor_allgather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, tree);
  for (int i = 0; i < most; i++)
    y[i % OUT] += all[i] * all[i] * x[2];
}

static void kinds(double *x, double *y) { // floats to some, doubles to others, integers to the last
  struct {
    double d[most];
    float f[most];
    int n[most];
  } from, to;
  int counts[most], places[most], receivedPlaces[most];
  MPI_Datatype sent[most], received[most];
  memset(&to, 0, sizeof to);
  for (int r = 0; r < ranks; r++) {
    from.d[r] = x[r % IN] * x[0], from.f[r] = 0.25f * (float)r, from.n[r] = r, counts[r] = 1;
    int kind = (r + rank) % 3; // symmetric: what one sends, the other expects
    sent[r] = received[r] = kind == 0 ? MPI_DOUBLE : kind == 1 ? MPI_FLOAT : MPI_INT;
    int place = kind == 0 ? 8 * r : kind == 1 ? 8 * most + 4 * r : 12 * most + 4 * r;
    places[r] = receivedPlaces[r] = place;
  }
  MPI_Alltoallw(&from, counts, places, sent, &to, counts, receivedPlaces, received, MPI_COMM_WORLD);
  for (int r = 0; r < ranks; r++)
    y[r % OUT] += to.d[r] * to.d[r] + to.f[r] * x[1] + to.n[r] * x[2];
  MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, &to, counts, receivedPlaces, received, MPI_COMM_WORLD);
  for (int r = 0; r < ranks; r++)
    y[r % OUT] += to.d[r] * x[3];
}

static void probed(double *x, double *y) {
  int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks, count, flag = 0, word = rank, got;
  double s[3] = {x[0] * x[1], x[2] * x[2], x[3]}, t[3] = {0}, u = 0;
  MPI_Request sent[3], request;
  MPI_Message message;
  MPI_Status status;
  MPI_Isend(s, 1 + rank % 3, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &sent[0]);
  MPI_Isend(&s[1], 1, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &sent[1]);
  MPI_Isend(&word, 1, MPI_INT, right, 3, MPI_COMM_WORLD, &sent[2]);
  MPI_Mprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &message, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  MPI_Mrecv(t, count, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
  while (!flag)
    MPI_Improbe(left, 2, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(&u, 1, MPI_DOUBLE, &message, &request);
  for (int i = 0; i < 3; i++)
    y[i] = t[i] * t[i] * x[4];
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  y[3] = u * u;
  MPI_Mprobe(left, 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  y[4] = got * x[5];
  MPI_Waitall(3, sent, MPI_STATUSES_IGNORE);
}

static void overtaken_back(double *x, double *y) { // found first, received last
  int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  double s[2] = {x[0] * x[1], x[2] * x[2]}, t[2];
  MPI_Request sent[2];
  MPI_Message message[2];
  MPI_Isend(&s[0], 1, MPI_DOUBLE, right, 7, MPI_COMM_WORLD, &sent[0]);
  MPI_Isend(&s[1], 1, MPI_DOUBLE, right, 7, MPI_COMM_WORLD, &sent[1]);
  MPI_Mprobe(left, 7, MPI_COMM_WORLD, &message[0], MPI_STATUS_IGNORE);
  MPI_Mprobe(left, 7, MPI_COMM_WORLD, &message[1], MPI_STATUS_IGNORE);
  MPI_Mrecv(&t[1], 1, MPI_DOUBLE, &message[1], MPI_STATUS_IGNORE);
  y[0] = t[1] * x[3];
  MPI_Mrecv(&t[0], 1, MPI_DOUBLE, &message[0], MPI_STATUS_IGNORE);
  y[1] = t[0] * t[1];
  MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
}

CHECK(on_grid)
CHECK(on_ring)
CHECK(on_graph)
CHECK(on_tree)
CHECK(kinds)
CHECK(probed)
CHECK_REVERSE(overtaken_back)
CHECK_HALVES(overtaken_back)

// In forward mode such an order is refused: tangents are compared with differences alone.
static void overtaken_back_check(void) {
  struct numbers n;
  prepare(&n, overtaken_back);
  double plain = dot(n.dy, n.seed, OUT), xbar[IN] = {0}, y[OUT] = {0}, seed[OUT];
  memcpy(seed, n.seed, sizeof seed);
  __enzyme_autodiff_void((void *)overtaken_back, enzyme_dup, n.x, xbar, enzyme_dup, y, seed);
  same("overtaken_back", "reverse mode and differences", dot(n.dx, xbar, IN), plain, 1e-7);
  memcpy(n.xbar, xbar, sizeof xbar);
  overtaken_back_halves(&n);
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int sizes[2] = {0, 0}, isRing[2] = {0, 1}, in[most], out[most], index[most], edges[2 * most], n = 0;
  MPI_Dims_create(ranks, 2, sizes);
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, isRing, 0, &grid);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &isRing[1], 0, &ring);
  for (int r = 0; r < ranks; r++)
    in[r] = r, out[r] = rank + 1 + r;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank, in, MPI_UNWEIGHTED, ranks - 1 - rank, out, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &graph);
  for (int r = 0; r < ranks; r++) { // rank 0 in the middle
    for (int s = 0; s < ranks; s++)
      if (s != r && (s == 0 || r == 0))
        edges[n++] = s;
    index[r] = n;
  }
  MPI_Graph_create(MPI_COMM_WORLD, ranks, index, edges, 0, &tree);
  on_grid_check();
  on_ring_check();
  on_graph_check();
  on_tree_check();
  kinds_check();
  probed_check();
  overtaken_back_check();
  MPI_Comm_free(&grid);
  MPI_Comm_free(&ring);
  MPI_Comm_free(&graph);
  MPI_Comm_free(&tree);
  return end();
}

// Heat in a network, by conjugate gradients: a sparse matrix whose rows lie on several ranks, ghost values in packed
// buffers by nonblocking messages, work without ghosts in between, sums over all ranks that are completed later, threads
// on each rank. The gradient by conductivities and sources is that of one rank with one thread, and what
// differences give.
//! flags: -fopenmp
#include <enzyme/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { nodes = 48, most = 8, degree = 6, iterations = 12 };

// A rank's rows: column numbers below `n` are its own, the others ghosts.
struct mesh {
  MPI_Comm comm;
  int rank, ranks, first, n, ghosts;
  int column[nodes][degree], ghost[nodes];
  int isInner[nodes];
  int sent[most], sentAt[most], sendList[nodes * most], received[most], receivedAt[most];
};

static int neighbour(int node, int k) {
  static const int steps[degree] = {1, nodes - 1, 7, nodes - 7, 19, nodes - 19};
  return (node + steps[k]) % nodes;
}

static int owner(int node, int ranks) {
  int rank = 0;
  while (nodes * (rank + 1) / ranks <= node)
    rank++;
  return rank;
}

static void number_ghosts(struct mesh *m) {
  int isWanted[nodes] = {0};
  for (int i = 0; i < m->n; i++)
    for (int k = 0; k < degree; k++)
      isWanted[neighbour(m->first + i, k)] = 1;
  for (int other = 0; other < m->ranks; other++) {
    m->receivedAt[other] = m->ghosts;
    for (int node = 0; node < nodes; node++)
      if (isWanted[node] && owner(node, m->ranks) == other && other != m->rank)
        m->ghost[m->ghosts++] = node;
    m->received[other] = m->ghosts - m->receivedAt[other];
  }
}

static struct mesh make(MPI_Comm comm) {
  struct mesh m = {.comm = comm};
  MPI_Comm_rank(comm, &m.rank);
  MPI_Comm_size(comm, &m.ranks);
  m.first = nodes * m.rank / m.ranks;
  m.n = nodes * (m.rank + 1) / m.ranks - m.first;
  number_ghosts(&m);
  for (int i = 0; i < m.n; i++) {
    m.isInner[i] = 1;
    for (int k = 0; k < degree; k++) {
      int node = neighbour(m.first + i, k), at = node - m.first;
      for (int g = 0; g < m.ghosts; g++)
        if (m.ghost[g] == node)
          at = m.n + g, m.isInner[i] = 0;
      m.column[i][k] = at;
    }
  }
  MPI_Alltoall(m.received, 1, MPI_INT, m.sent, 1, MPI_INT, comm);
  for (int r = 1; r < m.ranks; r++)
    m.sentAt[r] = m.sentAt[r - 1] + m.sent[r - 1];
  MPI_Alltoallv(m.ghost, m.received, m.receivedAt, MPI_INT, m.sendList, m.sent, m.sentAt, MPI_INT, comm);
  for (int i = 0; i < m.sentAt[m.ranks - 1] + m.sent[m.ranks - 1]; i++)
    m.sendList[i] -= m.first;
  return m;
}

struct halo {
  int count;
  MPI_Request requests[2 * most];
  double buffer[nodes * most];
};

static void start(const struct mesh *m, double *v, struct halo *halo) {
  halo->count = 0;
  for (int r = 0; r < m->ranks; r++)
    if (m->received[r])
      MPI_Irecv(v + m->n + m->receivedAt[r], m->received[r], MPI_DOUBLE, r, 1, m->comm, &halo->requests[halo->count++]);
  for (int r = 0; r < m->ranks; r++) {
    for (int i = m->sentAt[r]; i < m->sentAt[r] + m->sent[r]; i++)
      halo->buffer[i] = v[m->sendList[i]];
    if (m->sent[r])
      MPI_Isend(halo->buffer + m->sentAt[r], m->sent[r], MPI_DOUBLE, r, 1, m->comm, &halo->requests[halo->count++]);
  }
}

static void rows(const struct mesh *m, const double *k, const double *v, double *result, int isInner) {
#pragma omp parallel for
  for (int i = 0; i < m->n; i++) {
    if (m->isInner[i] != isInner)
      continue;
    double sum = 0.3 * v[i];
    for (int e = 0; e < degree; e++) {
      int j = m->column[i][e];
      sum += (k[i] + k[j]) * (v[i] - v[j]);
    }
    result[i] = sum;
  }
}

static void multiply(const struct mesh *m, const double *k, double *v, double *result) {
  struct halo halo;
  start(m, v, &halo);
  rows(m, k, v, result, 1);
  MPI_Waitall(halo.count, halo.requests, MPI_STATUSES_IGNORE);
  rows(m, k, v, result, 0);
}

static double own_dot(const struct mesh *m, const double *a, const double *b) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < m->n; i++)
    sum += a[i] * b[i];
  return sum;
}

static double dot(const struct mesh *m, const double *a, const double *b) {
  double own = own_dot(m, a, b), all;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, m->comm);
  return all;
}

// `input`: conductivities, then sources of this rank's nodes.
static double misfit(const struct mesh *m, const double *input) {
  double k[2 * nodes], x[nodes] = {0}, r[nodes], p[2 * nodes], q[nodes];
  struct halo halo;
  memcpy(k, input, m->n * sizeof *k);
  memcpy(r, input + m->n, m->n * sizeof *r);
  memcpy(p, r, m->n * sizeof *p);
  start(m, k, &halo);
  double rr = dot(m, r, r);
  MPI_Waitall(halo.count, halo.requests, MPI_STATUSES_IGNORE);
  for (int t = 0; t < iterations; t++) {
    multiply(m, k, p, q);
    double alpha = rr / dot(m, p, q), own, next;
    MPI_Request request;
    for (int i = 0; i < m->n; i++)
      r[i] -= alpha * q[i];
    own = own_dot(m, r, r);
    MPI_Iallreduce(&own, &next, 1, MPI_DOUBLE, MPI_SUM, m->comm, &request);
    for (int i = 0; i < m->n; i++)
      x[i] += alpha * p[i];
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < m->n; i++)
      p[i] = r[i] + next / rr * p[i];
    rr = next;
  }
  return dot(m, x, x); // the same on each rank
}

static int failed;

static void same(const char *what, double a, double b, double tolerance) {
  if (fabs(a - b) <= tolerance * (1 + fabs(b)))
    return;
  printf("FAIL: %s: %.15g, expected %.15g\n", what, a, b);
  failed = 1;
}

static void input_of(const struct mesh *m, double *input, double h) {
  for (int i = 0; i < m->n; i++) {
    int node = m->first + i;
    input[i] = 1 + 0.5 * sin(node) + h * cos(3 * node);
    input[m->n + i] = cos(0.7 * node) + h * sin(2 * node);
  }
}

// The gradient by all nodes' inputs, on each rank.
static double gradient(MPI_Comm comm, int threads, double *all) {
  struct mesh m = make(comm);
  double input[2 * nodes], own[2 * nodes] = {0}, part[2 * nodes] = {0}, value;
  omp_set_num_threads(threads);
  input_of(&m, input, 0);
  value = misfit(&m, input);
  __enzyme_autodiff_void((void *)misfit, enzyme_const, &m, enzyme_dup, input, own);
  for (int i = 0; i < m.n; i++) // every rank asked, for the same number
    part[m.first + i] = own[i] / m.ranks, part[nodes + m.first + i] = own[m.n + i] / m.ranks;
  MPI_Allreduce(part, all, 2 * nodes, MPI_DOUBLE, MPI_SUM, comm);
  return value;
}

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  double one[2 * nodes], other[2 * nodes], input[2 * nodes], slope = 0;
  double value = gradient(MPI_COMM_SELF, 1, one);
  struct mesh whole = make(MPI_COMM_SELF);
  input_of(&whole, input, 1e-6);
  double above = misfit(&whole, input);
  input_of(&whole, input, -1e-6);
  double below = misfit(&whole, input);
  for (int node = 0; node < nodes; node++)
    slope += one[node] * cos(3 * node) + one[nodes + node] * sin(2 * node);
  same("differences", slope, (above - below) / 2e-6, 1e-7);
  for (int way = 0; way < 3; way++) { // ranks, threads, both
    double there = gradient(way == 1 ? MPI_COMM_SELF : MPI_COMM_WORLD, way == 0 ? 1 : 2, other);
    same("the value", there, value, 1e-12);
    for (int i = 0; i < 2 * nodes; i++)
      same(way == 0 ? "ranks" : way == 1 ? "threads" : "ranks and threads", other[i], one[i], 1e-10);
  }
  MPI_Finalize();
  return failed;
}

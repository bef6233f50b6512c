// Charges in a ring that is cut among ranks: they are spread on a grid, which all ranks add up, pushed by the field, and
// those that leave a rank's part go to their new one by MPI_Alltoallv. The gradient by the first places and
// speeds is that of one rank with one thread, and what differences give.
//! flags: -fopenmp
#include <enzyme/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { charges = 40, cells = 16, steps = 6, most = 8 };

struct charge {
  double place, speed; // the ring is 1 long
  double number;       // which it is: its weight depends on it
};

static int rank_at(double place, int ranks) {
  int rank = (int)floor(place * ranks);
  return rank < 0 ? 0 : rank >= ranks ? ranks - 1 : rank;
}

static void spread(const struct charge *c, int n, MPI_Comm comm, double *density) {
  double own[cells] = {0};
  for (int i = 0; i < n; i++) { // to the nearest three points, smoothly
    double at = c[i].place * cells;
    int cell = (int)floor(at + 0.5);
    double d = at - cell;
    own[(cell + cells - 1) % cells] += 0.5 * (0.5 - d) * (0.5 - d);
    own[cell % cells] += 0.75 - d * d;
    own[(cell + 1) % cells] += 0.5 * (0.5 + d) * (0.5 + d);
  }
  MPI_Allreduce(own, density, cells, MPI_DOUBLE, MPI_SUM, comm);
}

static void push(struct charge *c, int n, const double *density) {
  double field[cells];
  for (int i = 0; i < cells; i++)
    field[i] = 0.02 * (density[(i + cells - 1) % cells] - density[(i + 1) % cells]);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double at = c[i].place * cells;
    int cell = (int)floor(at + 0.5);
    double d = at - cell;
    double force = 0.5 * (0.5 - d) * (0.5 - d) * field[(cell + cells - 1) % cells] +
                   (0.75 - d * d) * field[cell % cells] + 0.5 * (0.5 + d) * (0.5 + d) * field[(cell + 1) % cells];
    double speed = c[i].speed + force;
    double place = c[i].place + 0.3 * speed;
    c[i].speed = speed;
    c[i].place = place - floor(place);
  }
}

// How many charges this rank has afterwards.
static int migrate(struct charge *c, int n, MPI_Comm comm) {
  struct charge leaving[charges];
  int sent[most] = {0}, received[most], sentAt[most] = {0}, receivedAt[most] = {0}, ranks, filled = 0;
  MPI_Comm_size(comm, &ranks);
  for (int r = 0; r < ranks; r++) {
    sentAt[r] = 3 * filled;
    for (int i = 0; i < n; i++)
      if (rank_at(c[i].place, ranks) == r)
        leaving[filled++] = c[i];
    sent[r] = 3 * filled - sentAt[r];
  }
  MPI_Alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, comm);
  for (int r = 1; r < ranks; r++)
    receivedAt[r] = receivedAt[r - 1] + received[r - 1];
  MPI_Alltoallv(leaving, sent, sentAt, MPI_DOUBLE, c, received, receivedAt, MPI_DOUBLE, comm);
  return (receivedAt[ranks - 1] + received[ranks - 1]) / 3;
}

// This rank's part of the energy.
static double energy(const struct charge *first, int n, MPI_Comm comm) {
  struct charge c[charges];
  double density[cells], sum = 0;
  memcpy(c, first, n * sizeof *c);
  for (int t = 0; t < steps; t++) {
    spread(c, n, comm, density);
    push(c, n, density);
    n = migrate(c, n, comm);
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += (1 + 0.1 * c[i].number) * c[i].speed * c[i].speed + sin(2 * 3.14159265358979 * c[i].place);
  return sum;
}

static int first_ones(struct charge *c, MPI_Comm comm, double h) {
  int rank, ranks, n = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  for (int i = 0; i < charges; i++) {
    double place = (i + 0.5 + 0.3 * sin(i)) / charges;
    if (rank_at(place, ranks) == rank)
      c[n++] = (struct charge){place + h * cos(i), 0.4 * cos(1.7 * i) + h * sin(3 * i), i};
  }
  return n;
}

static int failed;

static void same(const char *what, double a, double b, double tolerance) {
  if (fabs(a - b) <= tolerance * (1 + fabs(b)))
    return;
  printf("FAIL: %s: %.15g, expected %.15g\n", what, a, b);
  failed = 1;
}

static double total(MPI_Comm comm, double h) {
  struct charge c[charges];
  int n = first_ones(c, comm, h);
  double own = energy(c, n, comm), all;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
  return all;
}

static void gradient(MPI_Comm comm, int threads, double *all) {
  struct charge c[charges], dc[charges];
  double part[2 * charges] = {0};
  omp_set_num_threads(threads);
  int n = first_ones(c, comm, 0);
  memset(dc, 0, sizeof dc);
  __enzyme_autodiff_void((void *)energy, enzyme_dup, c, dc, n, enzyme_const, comm);
  for (int i = 0; i < n; i++)
    part[(int)c[i].number] = dc[i].place, part[charges + (int)c[i].number] = dc[i].speed;
  MPI_Allreduce(part, all, 2 * charges, MPI_DOUBLE, MPI_SUM, comm);
}

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  double one[2 * charges], other[2 * charges], slope = 0, value = total(MPI_COMM_SELF, 0);
  gradient(MPI_COMM_SELF, 1, one);
  for (int i = 0; i < charges; i++)
    slope += one[i] * cos(i) + one[charges + i] * sin(3 * i);
  same("differences", slope, (total(MPI_COMM_SELF, 1e-7) - total(MPI_COMM_SELF, -1e-7)) / 2e-7, 1e-6);
  same("the value", total(MPI_COMM_WORLD, 0), value, 1e-12);
  for (int way = 0; way < 3; way++) { // ranks, threads, both
    gradient(way == 1 ? MPI_COMM_SELF : MPI_COMM_WORLD, way == 0 ? 1 : 2, other);
    for (int i = 0; i < 2 * charges; i++)
      same(way == 0 ? "ranks" : way == 1 ? "threads" : "ranks and threads", other[i], one[i], 1e-10);
  }
  MPI_Finalize();
  return failed;
}

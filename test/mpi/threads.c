// MPI_THREAD_MULTIPLE: several threads of each rank ask for derivatives at once, each in its own communicator.
#include <enzyme/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { IN = 6, THREADS = 3 };

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

// Messages that are started and completed in several orders, and sums that are completed later.
static void ring(const double *x, double *y, MPI_Comm comm) {
  int rank, ranks;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  int up = (rank + 1) % ranks, down = (rank + ranks - 1) % ranks;
  double in[4], later[2], own[2], more;
  MPI_Request request[6], sum[2];
  own[0] = x[0] * x[1], own[1] = sin(x[2]);
  for (int i = 0; i < 3; i++)
    MPI_Irecv(&in[i], 1, MPI_DOUBLE, down, i % 2, comm, &request[i]);
  MPI_Iallreduce(&own[0], &later[0], 1, MPI_DOUBLE, MPI_SUM, comm, &sum[0]);
  MPI_Iallreduce(&own[1], &later[1], 1, MPI_DOUBLE, MPI_SUM, comm, &sum[1]);
  for (int i = 0; i < 3; i++)
    MPI_Isend(&x[i], 1, MPI_DOUBLE, up, i % 2, comm, &request[3 + i]);
  MPI_Wait(&request[2], MPI_STATUS_IGNORE);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  MPI_Waitall(2, sum, MPI_STATUSES_IGNORE);
  MPI_Wait(&request[1], MPI_STATUS_IGNORE);
  MPI_Waitall(3, request + 3, MPI_STATUSES_IGNORE);
  more = in[0] * in[1] + in[2] * x[4];
  MPI_Sendrecv(&more, 1, MPI_DOUBLE, down, 7, &in[3], 1, MPI_DOUBLE, up, 7, comm, MPI_STATUS_IGNORE);
  MPI_Allreduce(MPI_IN_PLACE, &more, 1, MPI_DOUBLE, MPI_MAX, comm);
  *y = later[0] * in[3] + later[1] * x[3] + more * x[5];
}

static void gradient(const double *at, double *dx, MPI_Comm comm, int inHalves) {
  double x[IN], y = 0, dy = 1;
  memcpy(x, at, sizeof x);
  memset(dx, 0, IN * sizeof *dx);
  if (inHalves) {
    void *tape = __enzyme_augmentfwd((void *)ring, enzyme_dup, x, dx, enzyme_dup, &y, &dy, enzyme_const, comm);
    __enzyme_reverse((void *)ring, enzyme_dup, x, dx, enzyme_dup, &y, &dy, enzyme_const, comm, tape);
  } else {
    __enzyme_autodiff((void *)ring, enzyme_dup, x, dx, enzyme_dup, &y, &dy, enzyme_const, comm);
  }
}

static double tangent(const double *at, const double *direction, MPI_Comm comm) {
  double x[IN], dx[IN], y = 0, dy = 0;
  memcpy(x, at, sizeof x);
  memcpy(dx, direction, sizeof dx);
  __enzyme_fwddiff((void *)ring, enzyme_dup, x, dx, enzyme_dup, &y, &dy, enzyme_const, comm);
  return dy;
}

struct thread {
  pthread_t thread;
  MPI_Comm comm;
  int repeats;
  double x[IN], direction[IN], expected[IN], slope;
  int differs;
};

static void *run(void *of) {
  struct thread *own = of;
  for (int repeat = 0; repeat < own->repeats; repeat++) {
    double dx[IN];
    gradient(own->x, dx, own->comm, repeat % 2);
    for (int i = 0; i < IN; i++)
      own->differs |= !(fabs(dx[i] - own->expected[i]) < 1e-12);
    own->differs |= !(fabs(tangent(own->x, own->direction, own->comm) - own->slope) < 1e-12);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int level, rank, ranks, differs = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  struct thread thread[THREADS] = {0};
  for (int t = 0; t < THREADS; t++) {
    struct thread *own = &thread[t];
    MPI_Comm_dup(MPI_COMM_WORLD, &own->comm);
    own->repeats = ranks > 2 ? 4 : 100; // MPICH's threads wait for each other busily
    for (int i = 0; i < IN; i++)
      own->x[i] = 1 + 0.1 * i + 0.03 * rank + 0.2 * t, own->direction[i] = cos(i + t + rank);
    gradient(own->x, own->expected, own->comm, 0); // one after the other
    own->slope = tangent(own->x, own->direction, own->comm);
    double both[2] = {own->slope, 0};
    for (int i = 0; i < IN; i++)
      both[1] += own->expected[i] * own->direction[i];
    PMPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    differs |= !(fabs(both[0] - both[1]) < 1e-9 * (1 + fabs(both[0])));
  }
  if (level == MPI_THREAD_MULTIPLE) {
    for (int t = 0; t < THREADS; t++)
      pthread_create(&thread[t].thread, NULL, run, &thread[t]);
    for (int t = 0; t < THREADS; t++)
      pthread_join(thread[t].thread, NULL);
  }
  for (int t = 0; t < THREADS; t++)
    differs |= thread[t].differs;
  if (differs)
    printf("FAIL: rank %d of %d\n", rank, ranks);
  MPI_Finalize();
  return differs;
}

//! run: rank 1 dies where it goes back
// The other rank waits for its adjoint: the run ends nevertheless, for both MPIs.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double weigh(double x) { return x * x; }
static double weighForward(double x) { return x * x; }
static double weighBack(double x, double seed) {
  (void)x, (void)seed;
  fprintf(stderr, "rank 1 dies where it goes back\n");
  abort();
}
void *__enzyme_register_gradient_weigh[] = {(void *)weigh, (void *)weighForward, (void *)weighBack};

static double exchanged(const double *x) {
  int rank;
  double own = x[0], other = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1)
    own = weigh(own);
  MPI_Sendrecv(&own, 1, MPI_DOUBLE, 1 - rank, 1, &other, 1, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  if (rank == 1)
    other = weigh(other);
  return own * other;
}

int main(void) {
  double x[1] = {2}, dx[1] = {0};
  MPI_Init(NULL, NULL);
  __enzyme_autodiff((void *)exchanged, enzyme_dup, x, dx);
  MPI_Finalize();
  return 0;
}

// A communicator between two groups of ranks.
//! run: between two groups
#include <enzyme/enzyme.h>
#include <mpi.h>
static MPI_Comm between;
static int first;
static double f(double x) {
  double y = 0;
  if (first)
    MPI_Send(&x, 1, MPI_DOUBLE, 0, 1, between);
  else
    MPI_Recv(&y, 1, MPI_DOUBLE, 0, 1, between, MPI_STATUS_IGNORE);
  return y;
}
int main(int argc, char **argv) {
  int rank;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  first = rank == 0;
  MPI_Comm_split(MPI_COMM_WORLD, first, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, first ? 1 : 0, 9, &between);
  double slope = __enzyme_autodiff((void *)f, 2.0);
  MPI_Finalize();
  return slope < -1000;
}

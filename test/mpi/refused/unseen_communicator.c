// A communicator that was made past the library: its ranks cannot make its twin in a message of two.
//! run: let all its ranks call enzyme_mpi_prepare(communicator) first
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x, MPI_Comm comm) {
  double y = x;
  MPI_Sendrecv_replace(&y, 1, MPI_DOUBLE, 0, 1, 0, 1, comm, MPI_STATUS_IGNORE);
  return y;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm comm;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
  double slope = rank == 0 ? __enzyme_autodiff((void *)f, 2.0, enzyme_const, comm) : 0;
  MPI_Finalize();
  return slope < -1000;
}

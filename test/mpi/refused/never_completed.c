// A request that what is differentiated starts and does not complete.
//! run: derivative of MPI_Irecv: its request was not completed in what is differentiated
#include <enzyme/enzyme.h>
#include <mpi.h>
static MPI_Request requests[2];
static double received;
static double f(double x) {
  MPI_Irecv(&received, 1, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &requests[0]);
  MPI_Send(&x, 1, MPI_DOUBLE, 0, 1, MPI_COMM_SELF);
  return x * x;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double slope = __enzyme_autodiff((void *)f, 2.0);
  MPI_Finalize();
  return slope < -1000;
}

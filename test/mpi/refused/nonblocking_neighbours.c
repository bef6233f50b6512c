// A collective call among neighbours that is completed later.
//! compile: no derivative is known for the function 'MPI_Ineighbor_allgather'
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x) {
  double y = 0;
  MPI_Request request;
  MPI_Ineighbor_allgather(&x, 1, MPI_DOUBLE, &y, 1, MPI_DOUBLE, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return y;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }

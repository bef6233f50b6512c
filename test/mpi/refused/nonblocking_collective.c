// A collective call that is completed later.
//! compile: no derivative is known for the function 'MPI_Iallreduce'
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x) {
  double y = 0;
  MPI_Request request;
  MPI_Iallreduce(&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return y;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }

// Collective calls that are started again and again (MPI 4) have no derivative yet: they are refused, whatever memory they
// are given. (Declared here: Open MPI 4 does not have them.)
//! compile: no derivative is known for the function 'MPI_Bcast_init'
#include <enzyme/enzyme.h>
#include <mpi.h>
int MPI_Bcast_init(void *, int, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request *);
static double f(double x) {
  double factor = 3;
  MPI_Request request;
  MPI_Bcast_init(&factor, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return x + factor;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }

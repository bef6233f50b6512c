// Calls that a library has beside the standard's exchange numbers, too, though all memory that they are given is constant
// here. (Declared here: not each MPI has it.)
//! compile: no derivative is known for the function 'MPIX_Bcast_init'
#include <enzyme/enzyme.h>
#include <mpi.h>
int MPIX_Bcast_init(void *, int, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request *);
static double f(double x) {
  double factor = 3;
  MPI_Request request;
  MPIX_Bcast_init(&factor, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return x + factor;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }

// Whoever may see that a message has come, and read it, before the call that completes its request.
//! compile: no derivative is known for the function 'MPI_Request_get_status'
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x) {
  double y = 0;
  int flag = 0;
  MPI_Request request;
  MPI_Irecv(&y, 1, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &request);
  MPI_Send(&x, 1, MPI_DOUBLE, 0, 1, MPI_COMM_SELF);
  while (!flag)
    MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
  double z = y * y;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return z;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }

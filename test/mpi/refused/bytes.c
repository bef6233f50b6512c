// Bytes do not tell where the numbers are.
//! run: derivative of MPI_Sendrecv_replace: the buffer may hold numbers that vary, but its datatype
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x) {
  double y[2] = {x, x * x};
  MPI_Sendrecv_replace(y, sizeof y, MPI_BYTE, 0, 1, MPI_ANY_SOURCE, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return y[0] * y[1];
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double slope = __enzyme_autodiff((void *)f, 2.0);
  MPI_Finalize();
  return slope < -1000;
}

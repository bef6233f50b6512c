// A message that was looked at before what is differentiated: nobody would send its adjoint in order.
//! run: derivative of MPI_Mrecv: the message was looked at where nothing is differentiated
#include "../check.h"
static double f(double x, MPI_Message *message) {
  double t = 0;
  MPI_Mrecv(&t, 1, MPI_DOUBLE, message, MPI_STATUS_IGNORE);
  return t * x;
}
int main(int argc, char **argv) {
  begin(&argc, &argv);
  double s = rank;
  MPI_Request request;
  MPI_Message message;
  MPI_Isend(&s, 1, MPI_DOUBLE, (rank + 1) % ranks, 1, MPI_COMM_WORLD, &request);
  MPI_Mprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  return __enzyme_autodiff((void *)f, 2.0, enzyme_const, &message) > 0;
}

// Numbers at absolute addresses: where their shadows are, nothing tells.
//! run: derivative of MPI_Send: numbers at absolute addresses (MPI_BOTTOM) have no shadow that is known
#include "../check.h"
static double f(double x) {
  double s = x * x, t = 0;
  int one = 1;
  MPI_Aint place;
  MPI_Datatype at, number = MPI_DOUBLE;
  MPI_Get_address(&s, &place);
  MPI_Type_create_struct(1, &one, &place, &number, &at);
  MPI_Type_commit(&at);
  MPI_Request request;
  MPI_Irecv(&t, 1, MPI_DOUBLE, (rank + 1) % ranks, 1, MPI_COMM_WORLD, &request);
  MPI_Send(MPI_BOTTOM, 1, at, (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return t;
}
int main(int argc, char **argv) {
  begin(&argc, &argv);
  return __enzyme_autodiff((void *)f, 2.0) > 0;
}

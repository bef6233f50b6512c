// What was packed before what is differentiated: where numbers lie in it is not known.
//! run: derivative of a call with MPI_PACKED: what was sent was packed where nothing is differentiated
#include "../check.h"
static double f(char *bytes) {
  double t = 0;
  MPI_Sendrecv(bytes, 8, MPI_PACKED, (rank + 1) % ranks, 1, &t, 1, MPI_DOUBLE, (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  return t * t;
}
int main(int argc, char **argv) {
  begin(&argc, &argv);
  char bytes[8], shadow[8] = {0};
  double s = rank + 1;
  int place = 0;
  MPI_Pack(&s, 1, MPI_DOUBLE, bytes, 8, &place, MPI_COMM_WORLD);
  return __enzyme_autodiff((void *)f, enzyme_dup, bytes, shadow) > 0;
}

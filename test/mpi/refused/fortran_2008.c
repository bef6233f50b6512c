// What compilers make of `call MPI_Send` with `use mpi_f08`.
//! compile: no derivative is known for the function 'mpi_send_f08_'
#include <enzyme/enzyme.h>
#include <mpi.h>
void mpi_send_f08_(const void *, const int *, const int *, const int *, const int *, const int *, int *);
static double f(double x) {
  int one = 1, zero = 0, error;
  double y = x * x;
  mpi_send_f08_(&y, &one, &zero, &zero, &zero, &zero, &error);
  return y;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }

// A call as Fortran makes it.
//! compile: no derivative is known for the function 'mpi_send_'
#include <enzyme/enzyme.h>
#include <mpi.h>
void mpi_send_(const void *, const int *, const int *, const int *, const int *, const int *, int *);
static double f(double x) {
  double y = 3;
  int one = 1, zero = 0, error;
  mpi_send_(&y, &one, &zero, &zero, &zero, &zero, &error);
  return x * y;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }

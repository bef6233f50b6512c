// A call as Fortran makes it, of what has no derivative in C either.
//! compile: no derivative is known for the function 'mpi_put_'
#include <enzyme/enzyme.h>
#include <mpi.h>
void mpi_put_(const void *, const int *, const int *, const int *, const MPI_Aint *, const int *, const int *, const int *,
              int *);
static double f(double x) {
  double y = 3;
  int one = 1, zero = 0, error;
  MPI_Aint first = 0;
  mpi_put_(&y, &one, &zero, &zero, &first, &one, &zero, &zero, &error);
  return x * y;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }

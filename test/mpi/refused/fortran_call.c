// A call as Fortran makes it, of what has no derivative in C either.
//! compile: no derivative is known for the function 'mpi_win_test_'
#include <enzyme/enzyme.h>
#include <mpi.h>
void mpi_win_test_(const int *, int *, int *);
static double f(double x) {
  int zero = 0, flag, error;
  mpi_win_test_(&zero, &flag, &error);
  return x * x;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }

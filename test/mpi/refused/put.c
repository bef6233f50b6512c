// Communication by windows has no derivative yet: it is refused, whatever memory it is given.
//! compile: no derivative is known for the function 'MPI_Put'
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x, MPI_Win window) {
  double y = 1;
  MPI_Put(&y, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
  return x * y;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0, enzyme_const, MPI_WIN_NULL) > 0; }

// Windows that a rank locks have no derivative yet: they are refused, whatever is done in between.
//! compile: no derivative is known for 2 functions: 'MPI_Win_lock', 'MPI_Win_unlock'
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x, MPI_Win window) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Win_unlock(0, window);
  return x * x;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0, enzyme_const, MPI_WIN_NULL) > 0; }

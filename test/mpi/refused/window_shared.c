// Windows over memory that all ranks have have no derivative yet: they are refused, whatever is done in between.
//! compile: no derivative is known for 2 functions: 'MPI_Win_allocate_shared', 'MPI_Win_shared_query'
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x) {
  double *memory, *first;
  MPI_Aint bytes;
  int unit;
  MPI_Win window;
  MPI_Win_allocate_shared(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_shared_query(window, 0, &bytes, &unit, &first);
  *memory = x * x;
  MPI_Win_fence(0, window);
  return *first;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }

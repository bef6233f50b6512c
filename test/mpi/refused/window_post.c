// Epochs of groups have no derivative yet: they are refused, whatever is done in between.
//! compile: no derivative is known for 2 functions: 'MPI_Win_post', 'MPI_Win_wait'
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x, MPI_Group group, MPI_Win window) {
  MPI_Win_post(group, 0, window);
  MPI_Win_wait(window);
  return x * x;
}
int main(void) {
  return __enzyme_autodiff((void *)f, 2.0, enzyme_const, MPI_GROUP_EMPTY, enzyme_const, MPI_WIN_NULL) > 0;
}

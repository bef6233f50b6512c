// In which order a window is locked exclusively and shared, nothing says.
//! run: derivative of MPI_Win_lock: a window that is locked exclusively and shared
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(const double *x) {
  _Alignas(16) double memory = 1;
  double y;
  MPI_Win window;
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
  MPI_Win_unlock(0, window);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Get(&y, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
  MPI_Win_unlock(0, window);
  MPI_Win_free(&window);
  return y * y;
}
int main(int argc, char **argv) {
  double x = 2, dx = 0;
  MPI_Init(&argc, &argv);
  __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx);
  MPI_Finalize();
  return 0;
}

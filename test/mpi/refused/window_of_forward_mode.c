// A window that was made in a derivative in forward mode, and is still there, has no shadow for one in reverse mode.
//! run: derivative of MPI_Put: the window was made outside of what is differentiated
#include <enzyme/enzyme.h>
#include <mpi.h>
static _Alignas(16) double memory;
static MPI_Win window;
static double make(double x) {
  memory = x;
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  return x * x;
}
static double put(const double *x) {
  MPI_Win_fence(0, window);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  return memory;
}
int main(int argc, char **argv) {
  double x = 2, dx = 0;
  MPI_Init(&argc, &argv);
  __enzyme_fwddiff((void *)make, x, 1.0);
  __enzyme_autodiff((void *)put, enzyme_dup, &x, &dx);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

// The shadow of a window's memory is known where the window is made in what is differentiated.
//! run: derivative of MPI_Put: the window was made outside of what is differentiated
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(const double *x, double *memory, MPI_Win window) {
  MPI_Win_fence(0, window);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  return memory[0];
}
int main(int argc, char **argv) {
  _Alignas(16) double memory = 0;
  double shadow = 0, x = 2, dx = 0;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_dup, &memory, &shadow, enzyme_const, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

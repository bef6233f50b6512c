// What is put has arrived when a fence says so.
//! run: derivative of MPI_Put: no fence or unlock follows in what is differentiated
#include <enzyme/enzyme.h>
#include <mpi.h>
static MPI_Win window;
static _Alignas(16) double memory;
static double f(const double *x) {
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
  return x[0] * x[0];
}
int main(int argc, char **argv) {
  double x = 2, dx = 0;
  MPI_Init(&argc, &argv);
  __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

// Sums are differentiated; what a product needs, other ranks have.
//! run: derivative of MPI_Accumulate: operations other than MPI_SUM are not differentiated
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(const double *x) {
  _Alignas(16) double product = 1;
  MPI_Win window;
  MPI_Win_create(&product, sizeof product, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Accumulate(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_PROD, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  return product;
}
int main(int argc, char **argv) {
  double x = 2, dx = 0;
  MPI_Init(&argc, &argv);
  __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx);
  MPI_Finalize();
  return 0;
}

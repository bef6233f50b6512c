// Derivatives of derivatives.
//! compile: the derivative of a derivative of a call of MPI is not supported yet
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x) {
  double y;
  MPI_Allreduce(&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return y * y;
}
static double slope(double x) { return __enzyme_autodiff((void *)f, x); }
int main(void) { return __enzyme_fwddiff((void *)slope, 2.0, 1.0) > 0; }

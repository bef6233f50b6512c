// What an operation of the program's does, nobody has the derivative of.
//! run: derivative of MPI_Allreduce: an operation that the program made is not differentiated
#include <enzyme/enzyme.h>
#include <mpi.h>
static void twice(void *from, void *into, int *count, MPI_Datatype *type) {
  for (int i = 0; i < *count; i++)
    ((double *)into)[i] += 2 * ((double *)from)[i];
}
static MPI_Op op;
static double f(double x) {
  double y;
  MPI_Allreduce(&x, &y, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
  return y;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Op_create(twice, 1, &op);
  double slope = __enzyme_autodiff((void *)f, 2.0);
  MPI_Finalize();
  return slope < -1000;
}

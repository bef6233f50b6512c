// Each rank differentiates; the sum of what they get is printed once.
#include <mpi.h>
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
int main(int argc, char **argv) {
  int rank, size;
  double slope, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  slope = __enzyme_autodiff((void *)square, 1.0 + rank);
  MPI_Reduce(&slope, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("sum of slopes over %d ranks: %g\n", size, sum);
  MPI_Finalize();
  return 0;
}

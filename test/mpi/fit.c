// A line is fitted to points that are spread over the ranks (docs/parallel.md).
#include <enzyme/enzyme.h>
#include <mpi.h>
#include <stdio.h>

// The misfit of y = p[0] x + p[1]: the same on each rank.
static double misfit(const double *p, const double *points, int n, MPI_Comm comm) {
  double own = 0, all;
  for (int i = 0; i < n; i++) {
    double distance = p[0] * points[2 * i] + p[1] - points[2 * i + 1];
    own += distance * distance;
  }
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
  return all;
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double points[4] = {rank, 2.0 * rank + 1, rank + 0.5, 2.0 * rank + 2.5};
  double p[2] = {1, 1}, dp[2] = {0, 0}, gradient[2];
  __enzyme_autodiff((void *)misfit, enzyme_dup, p, dp, enzyme_const, points, 2, enzyme_const, MPI_COMM_WORLD);
  MPI_Allreduce(dp, gradient, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%g %g\n", gradient[0] / ranks, gradient[1] / ranks);
  double expected[2] = {0, 0};
  for (int r = 0; r < ranks; r++) {
    expected[0] += 2 * (-r) * r + 2 * (-r - 1.0) * (r + 0.5);
    expected[1] += 2 * (-r) + 2 * (-r - 1.0);
  }
  MPI_Finalize();
  return gradient[0] / ranks - expected[0] > 1e-9 || expected[0] - gradient[0] / ranks > 1e-9 ||
         gradient[1] / ranks - expected[1] > 1e-9 || expected[1] - gradient[1] / ranks > 1e-9;
}

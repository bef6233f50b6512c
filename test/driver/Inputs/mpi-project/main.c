#include "ring.h"
#include <mpi.h>
#include <stdio.h>

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double x[2] = {rank + 1, 10 * (rank + 1)}, dx[2] = {0};
  __enzyme_autodiff((void *)ring, enzyme_dup, x, dx, enzyme_const, rank, enzyme_const, ranks);
  for (int turn = 0; turn < ranks; turn++) {
    if (turn == rank) {
      printf("rank %d: %g %g\n", rank, dx[0] / ranks, dx[1] / ranks);
      fflush(stdout);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

//! compile: no derivative is known for the function 'MPI_Rput'
#include <enzyme/enzyme.h>
#include <mpi.h>

static double through(const double *x) {
  double y = 0;
  MPI_Win window;
  MPI_Win_create(&y, sizeof y, sizeof y, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Request request;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Rput(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(0, window);
  MPI_Win_free(&window);
  return y * *x;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double x = 2, dx = 0;
  __enzyme_autodiff_void((void *)through, enzyme_dup, &x, &dx);
  MPI_Finalize();
  return 0;
}

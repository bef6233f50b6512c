// What is read from a file may be what was written to it: refused, where writing is not.
//! compile: no derivative is known for the function 'MPI_File_read_at'
#include <enzyme/enzyme.h>
#include <mpi.h>
static double f(double x, MPI_File file) {
  double y = x * x, z;
  MPI_File_write_at(file, 0, &y, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 0, &z, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
  return z;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0, enzyme_const, MPI_FILE_NULL) > 0; }

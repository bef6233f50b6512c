// What is computed may be written to a file meanwhile.
#include "check.h"
#include <unistd.h>

static char name[] = "/tmp/enzyme_files_XXXXXX";
static MPI_File file;

static void output(double *x, double *y) {
  double state[IN];
  memcpy(state, x, sizeof state);
  for (int t = 0; t < 4; t++) {
    double sum;
    for (int i = 0; i < IN; i++)
      state[i] *= 0.5 * state[(i + 1) % IN];
    MPI_File_write_at(file, (t * ranks + rank) * sizeof state, state, IN, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_Allreduce(state, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    state[1] += sum;
  }
  memcpy(y, state, sizeof state);
}

CHECK(output)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  if (rank == 0)
    close(mkstemp(name));
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  output_check();
  double x[IN], y[OUT] = {0}, dx[IN] = {0}, seed[OUT], last[IN]; // what was written last is what is computed
  for (int i = 0; i < IN; i++)
    x[i] = 1 + 0.1 * i;
  memset(seed, 0, sizeof seed);
  __enzyme_autodiff((void *)output, enzyme_dup, x, dx, enzyme_dup, y, seed);
  MPI_File_read_at(file, (3 * ranks + rank) * sizeof last, last, IN, MPI_DOUBLE, MPI_STATUS_IGNORE);
  same("output", "in the file", last[2], y[2], 1e-15);
  MPI_File_close(&file);
  return end();
}

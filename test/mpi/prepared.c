// A window that is made once, before any derivative is asked for.
#include <enzyme/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>

void enzyme_mpi_prepare_window(MPI_Win, void *shadow);

static int rank, ranks, failed;

static double passed_on(const double *x, double *memory, MPI_Win window) { // x[1] x[0]³ of the rank before
  int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks;
  double product = x[0] * x[1], got;
  MPI_Barrier(MPI_COMM_WORLD);
  memory[0] = x[0] * x[0];
  MPI_Win_fence(0, window);
  MPI_Put(&product, 1, MPI_DOUBLE, right, 1, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  MPI_Win_fence(0, window);
  MPI_Get(&got, 1, MPI_DOUBLE, left, 0, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  return memory[1] * got;
}

static double of_locked(const double *x, double *memory, MPI_Win window) { // the same under locks
  int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks;
  double product = x[0] * x[1], got;
  MPI_Win_lock_all(0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  memory[0] = x[0] * x[0];
  MPI_Put(&product, 1, MPI_DOUBLE, right, 1, 1, MPI_DOUBLE, window);
  MPI_Win_flush(right, window);
  MPI_Win_sync(window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(window);
  MPI_Get(&got, 1, MPI_DOUBLE, left, 0, 1, MPI_DOUBLE, window);
  MPI_Win_unlock_all(window);
  return memory[1] * got;
}

static void same(const char *what, double got, double expected) {
  if (fabs(got - expected) <= 1e-12 * (1 + fabs(expected)))
    return;
  printf("FAIL: %s, rank %d of %d: %.15g, expected %.15g\n", what, rank, ranks, got, expected);
  failed = 1;
}

#define CHECK(F)                                                                                   \
  static void F##_check(MPI_Win window, double *memory) {                                          \
    static _Alignas(16) double one[2], other[2];                                                   \
    double *shadows[] = {one, other, other}, x[2] = {1.5 + 0.25 * rank, 0.7 - 0.1 * rank};         \
    int left = (rank + ranks - 1) % ranks;                                                         \
    double l[2] = {1.5 + 0.25 * left, 0.7 - 0.1 * left};                                           \
    for (int turn = 0; turn < 3; turn++) {                                                         \
      double *shadow = shadows[turn], dx[2] = {0, 0}, direction[2] = {1, 2};                       \
      shadow[0] = shadow[1] = 0;                                                                   \
      if (turn < 2)                                                                                \
        enzyme_mpi_prepare_window(window, shadow);                                                 \
      double tangent = __enzyme_fwddiff((void *)F, enzyme_dup, x, direction, enzyme_dup, memory,   \
                                        shadow, enzyme_const, window);                             \
      same(#F " forward", tangent, 3 * l[0] * l[0] * l[1] + 2 * l[0] * l[0] * l[0]);               \
      shadow[0] = shadow[1] = 0;                                                                   \
      MPI_Barrier(MPI_COMM_WORLD);                                                                 \
      __enzyme_autodiff((void *)F, enzyme_dup, x, dx, enzyme_dup, memory, shadow, enzyme_const,    \
                        window);                                                                   \
      same(#F " back", dx[0], 3 * x[0] * x[0] * x[1]);                                             \
      same(#F " back", dx[1], x[0] * x[0] * x[0]);                                                 \
    }                                                                                              \
  }

CHECK(passed_on)
CHECK(of_locked)

int main(int argc, char **argv) {
  double *memory;
  int any;
  MPI_Win windows[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < 2; i++) {
    MPI_Win_allocate(2 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &windows[i]);
    memory[0] = memory[1] = 0;
    i ? of_locked_check(windows[i], memory) : passed_on_check(windows[i], memory);
    MPI_Win_free(&windows[i]);
  }
  MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return any;
}

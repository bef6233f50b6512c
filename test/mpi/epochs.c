// Windows that targets post and origins start; memory as in windows.c.
#include "check.h"

static int left(void) { return (rank + ranks - 1) % ranks; }
static int right(void) { return (rank + 1) % ranks; }

static MPI_Group group_of(int n, const int *of) {
  MPI_Group all, some;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, n, of, &some);
  MPI_Group_free(&all);
  return some;
}

static void steps(double *x, double *y) { // ghosts of both neighbours, read while they are put elsewhere
  double *u, got[2];
  int both[2] = {left(), right()};
  MPI_Group neighbours = group_of(left() == right() ? 1 : 2, both);
  MPI_Win window;
  MPI_Win_allocate((IN + 2) * sizeof *u, sizeof *u, MPI_INFO_NULL, MPI_COMM_WORLD, &u, &window);
  u[0] = u[IN + 1] = 0;
  memcpy(u + 1, x, IN * sizeof *u);
  for (int t = 0; t < 3; t++) {
    double inner = 0;
    MPI_Win_post(neighbours, 0, window);
    MPI_Win_start(neighbours, 0, window);
    MPI_Put(&u[1], 1, MPI_DOUBLE, left(), IN + 1, 1, MPI_DOUBLE, window);
    MPI_Put(&u[IN], 1, MPI_DOUBLE, right(), 0, 1, MPI_DOUBLE, window);
    MPI_Get(got, 2, MPI_DOUBLE, right(), 2, 2, MPI_DOUBLE, window);
    for (int i = 1; i <= IN; i++)
      inner += u[i] * u[i];
    MPI_Win_complete(window);
    MPI_Win_wait(window);
    double before = u[0];
    for (int i = 1; i <= IN; i++) {
      double here = u[i];
      u[i] = 0.4 * here + 0.3 * sin(before) * u[i + 1] + 0.01 * inner + 0.1 * got[0] * got[1];
      before = here;
    }
  }
  memcpy(y, u + 1, OUT * sizeof *y);
  MPI_Group_free(&neighbours);
  MPI_Win_free(&window);
}

static void sums(double *x, double *y) { // at the first rank, of all others
  _Alignas(16) double all[2] = {x[0], x[1] * x[2]};
  double own[2] = {x[3] * x[3], x[4]};
  int first = 0, *others = malloc(ranks * sizeof *others);
  for (int i = 0; i < ranks; i++)
    others[i] = i;
  MPI_Group from = group_of(ranks, others), to = group_of(1, &first);
  MPI_Win window;
  MPI_Win_create(all, sizeof all, sizeof *all, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (rank == 0)
    MPI_Win_post(from, 0, window);
  MPI_Win_start(to, 0, window);
  MPI_Accumulate(own, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, MPI_SUM, window);
  MPI_Win_complete(window);
  if (rank == 0)
    MPI_Win_wait(window);
  y[0] = all[0] * all[1];
  MPI_Win_free(&window);
  MPI_Group_free(&from);
  MPI_Group_free(&to);
  free(others);
}

CHECK(steps)
CHECK(sums)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  steps_check();
  sums_check();
  return end();
}

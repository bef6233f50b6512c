// Windows that are locked by who reaches into them; memory as in windows.c.
#include "check.h"

static int left(void) { return (rank + ranks - 1) % ranks; }
static int right(void) { return (rank + 1) % ranks; }

static void one_by_one(double *x, double *y) { // a product of all ranks' numbers, in any order
  double *all, v;
  MPI_Win window;
  MPI_Win_allocate(2 * sizeof *all, sizeof *all, MPI_INFO_NULL, MPI_COMM_WORLD, &all, &window);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
  all[0] = x[0], all[1] = 0;
  MPI_Win_unlock(rank, window);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 1; i < 4; i++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Get(&v, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
    MPI_Win_flush(0, window);
    v *= x[i];
    MPI_Put(&v, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
    MPI_Win_unlock(0, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
  y[0] = all[0] * x[4];
  MPI_Win_unlock(rank, window);
  MPI_Win_free(&window);
}

static void sums(double *x, double *y) { // by all ranks at once
  double *all, own[2] = {x[0] * x[1], x[2] * x[2]}, got[2];
  MPI_Win window;
  MPI_Win_allocate(2 * sizeof *all, sizeof *all, MPI_INFO_NULL, MPI_COMM_WORLD, &all, &window);
  all[0] = x[3], all[1] = x[4];
  MPI_Barrier(MPI_COMM_WORLD);
  for (int to = 0; to < ranks; to++) {
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, window);
    MPI_Accumulate(own, 2, MPI_DOUBLE, to, 0, 2, MPI_DOUBLE, MPI_SUM, window);
    MPI_Win_unlock(to, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, window);
  MPI_Get(got, 2, MPI_DOUBLE, right(), 0, 2, MPI_DOUBLE, window);
  MPI_Win_flush_local(right(), window);
  y[0] = got[0] * got[1];
  MPI_Win_unlock(right(), window);
  y[1] = all[0] * all[0] * all[1];
  MPI_Barrier(MPI_COMM_WORLD);
  all[0] = all[1] = 0;
  MPI_Win_free(&window);
}

static void table(double *x, double *y) { // all ranks read it, and its owner meanwhile
  double *numbers, got[IN], sum = 0;
  MPI_Win window;
  MPI_Win_allocate(IN * sizeof *numbers, sizeof *numbers, MPI_INFO_NULL, MPI_COMM_WORLD, &numbers, &window);
  for (int i = 0; i < IN; i++)
    numbers[i] = x[i] * x[(i + 1) % IN];
  MPI_Win_lock_all(0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < IN; i++)
      MPI_Get(&got[i], 1, MPI_DOUBLE, (i + k) % ranks, i, 1, MPI_DOUBLE, window);
    for (int i = 0; i < IN; i++)
      sum += numbers[i] * numbers[i] * (k + 1);
    if (k == 1)
      MPI_Win_flush_local_all(window);
    else
      MPI_Win_flush_all(window);
    for (int i = 0; i < IN; i++)
      y[i] += got[i] * got[i] * x[k];
  }
  y[0] += sum;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(window);
  for (int i = 0; i < IN; i++)
    numbers[i] = 0;
  MPI_Win_free(&window);
}

static void steps(double *x, double *y) { // neighbours put what they know, and barriers say when
  double *u;
  MPI_Win window;
  MPI_Win_allocate((IN + 2) * sizeof *u, sizeof *u, MPI_INFO_NULL, MPI_COMM_WORLD, &u, &window);
  u[0] = u[IN + 1] = 0;
  memcpy(u + 1, x, IN * sizeof *u);
  MPI_Win_lock_all(0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int t = 0; t < 3; t++) {
    MPI_Put(&u[1], 1, MPI_DOUBLE, left(), IN + 1, 1, MPI_DOUBLE, window);
    MPI_Put(&u[IN], 1, MPI_DOUBLE, right(), 0, 1, MPI_DOUBLE, window);
    MPI_Win_flush_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(window);
    double before = u[0];
    for (int i = 1; i <= IN; i++) {
      double here = u[i];
      u[i] = 0.5 * here + 0.3 * sin(before) * u[i + 1];
      before = here;
    }
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(window);
  memcpy(y, u + 1, OUT * sizeof *y);
  MPI_Win_free(&window);
}

static MPI_Win counter;
static void dealt(double *x, double *y) { // who comes first gets work
  double own = 0;
  int one = 1, next, zero = 0, before;
  MPI_Barrier(MPI_COMM_WORLD);
  while (1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, counter);
    MPI_Fetch_and_op(&one, &next, MPI_INT, 0, 0, MPI_SUM, counter);
    MPI_Win_unlock(0, counter);
    if (next >= 8)
      break;
    own += sin(x[0] * next) * next; // x[0] is the same on all ranks
  }
  MPI_Allreduce(&own, &y[0], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, counter);
    do {
      MPI_Compare_and_swap(&zero, &next, &before, MPI_INT, 0, 0, counter);
      MPI_Win_flush(0, counter);
    } while (before != next && (next = before, 1));
    MPI_Win_unlock(0, counter);
  }
}
static void same_dealt(double *x, double *y) { // of rank 0's number
  double first = x[0];
  MPI_Bcast(&first, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  dealt(&first, y);
}

CHECK(one_by_one)
CHECK(sums)
CHECK(table)
CHECK(steps)
CHECK(same_dealt)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int *count;
  one_by_one_check();
  sums_check();
  table_check();
  steps_check();
  MPI_Win_allocate(2 * sizeof *count, sizeof *count, MPI_INFO_NULL, MPI_COMM_WORLD, &count, &counter);
  *count = 0;
  same_dealt_check();
  MPI_Win_free(&counter);
  return end();
}

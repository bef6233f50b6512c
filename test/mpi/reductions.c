// Sums, products with zeros, extremes with ties; to one rank, to all, in shares, and as running sums.
#include "check.h"

enum { most = 8 };

static void allreduce(double *x, double *y) {
  double own[2] = {x[0] * x[1], sin(x[2])}, all[2];
  MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  y[0] = all[0] * all[1] * x[3], y[1] = all[1] * all[1];
  MPI_Allreduce(MPI_IN_PLACE, y, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  y[2] = y[0] * x[4], y[3] = y[1] * x[5];
}

static void reduce(double *x, double *y) {
  double own[2] = {x[0] * x[1], x[2]}, all[2] = {x[3], x[4]}, t = x[5] * x[0];
  int root = ranks - 1;
  MPI_Reduce(own, all, 2, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
  y[0] = all[0] * all[1], y[1] = all[1];
  MPI_Reduce(rank ? &t : MPI_IN_PLACE, rank ? NULL : &t, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  y[2] = t * t;
}

static void products(double *x, double *y) {
  double own[4] = {x[0], x[1] * x[2], x[3], x[4]}, all[4] = {0};
  if (rank == 0)
    own[1] = x[1] - x[1]; // one zero
  if (rank < 2)
    own[2] = 0; // two
  MPI_Allreduce(own, all, 4, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
  for (int i = 0; i < 4; i++)
    y[i] = all[i] * x[5];
  MPI_Reduce(MPI_IN_PLACE == NULL ? NULL : own, all, 1, MPI_DOUBLE, MPI_PROD, 0, MPI_COMM_WORLD);
  y[4] = all[0];
}

static void extremes(double *x, double *y) {
  double own[3] = {x[0] * x[1], x[2], x[3] * rank}, all[3] = {0}, low = x[4] * x[5];
  MPI_Allreduce(own, all, 3, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  y[0] = all[0] * all[1], y[1] = all[2] * x[0];
  MPI_Reduce(rank ? &low : MPI_IN_PLACE, &low, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
  y[2] = low * low;
  struct {
    double value;
    int place;
  } mine = {x[1] * x[1], rank}, best;
  MPI_Allreduce(&mine, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  y[3] = best.value * x[2] * (best.place + 1);
}

static void shares(double *x, double *y) {
  double all[2 * most], own[2] = {0};
  int counts[most];
  for (int i = 0; i < 2 * ranks; i++)
    all[i] = x[i % IN] * x[(i + rank) % IN];
  MPI_Reduce_scatter_block(all, own, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  y[0] = own[0] * own[1], y[1] = own[1] * x[0];
  for (int r = 0; r < ranks; r++)
    counts[r] = r % 3 < 2 ? r % 3 : 1;
  own[0] = x[5];
  MPI_Reduce_scatter(all, own, counts, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
  y[2] = own[0] * x[1];
}

static void scans(double *x, double *y) {
  double own[2] = {x[0] * x[1], x[2]}, up[2] = {x[3], x[4]}, t = x[5] * x[1];
  MPI_Scan(own, up, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  y[0] = up[0] * up[1];
  MPI_Exscan(own, up, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); // rank 0 keeps what it had
  y[1] = up[0] * up[1], y[2] = up[1] * up[1];
  MPI_Scan(MPI_IN_PLACE, &t, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  y[3] = t * t;
  MPI_Exscan(MPI_IN_PLACE, &t, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  y[4] = t * x[0];
}

static void complexes(double *x, double *y) {
  double _Complex z = x[0] + x[1] * 1.0i, w;
  MPI_Op sum = MPI_SUM; // and operations out of variables
  MPI_Datatype type = MPI_C_DOUBLE_COMPLEX;
  MPI_Allreduce(&z, &w, 1, type, sum, MPI_COMM_WORLD);
  w = w * w * z;
  y[0] = __real__ w, y[1] = __imag__ w;
  long double l = x[2] * x[3], m;
  MPI_Allreduce(&l, &m, 1, MPI_LONG_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  y[2] = (double)(m * m);
  int n = rank, all;
  MPI_Allreduce(&n, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  y[3] = x[4] * all;
}

// The first of those that are best has the derivative, all of it.
static double best_of(double *x) {
  double all;
  MPI_Allreduce(x, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}
static void ties_check(void) {
  double x = 2, slope = 0;
  __enzyme_autodiff((void *)best_of, enzyme_dup, &x, &slope);
  same("best_of", "a tie", slope, rank == 0 ? ranks : 0, 0);
}

CHECK(allreduce)
CHECK(reduce)
CHECK(products)
CHECK(extremes)
CHECK(shares)
CHECK(scans)
CHECK(complexes)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  allreduce_check();
  reduce_check();
  products_check();
  extremes_check();
  shares_check();
  scans_check();
  complexes_check();
  ties_check();
  return end();
}

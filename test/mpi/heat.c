// Heat in a plane, each rank with some of its rows: ghost rows by Irecv, Isend and Waitall, the misfit by
// Allreduce. The gradient by the initial temperatures is that of one process, and of differences.
#include <enzyme/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { width = 10, height = 12, steps = 15 };

/* Rows 1 to rows are ours, 0 and rows + 1 the neighbours'. */
struct plane {
  int rows, before, behind;
  MPI_Comm comm;
};

static void exchange(const struct plane *p, double (*u)[width]) {
  MPI_Request requests[4];
  MPI_Irecv(u[0], width, MPI_DOUBLE, p->before, 1, p->comm, &requests[0]);
  MPI_Irecv(u[p->rows + 1], width, MPI_DOUBLE, p->behind, 2, p->comm, &requests[1]);
  MPI_Isend(u[1], width, MPI_DOUBLE, p->before, 2, p->comm, &requests[2]);
  MPI_Isend(u[p->rows], width, MPI_DOUBLE, p->behind, 1, p->comm, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void step(const struct plane *p, double (*u)[width], double (*next)[width]) {
  for (int i = 1; i <= p->rows; i++)
    for (int j = 0; j < width; j++) {
      double here = u[i][j], k = 0.1 + 0.01 * here * here; // conducts better where it is hot
      double around = u[i - 1][j] + u[i + 1][j] + u[i][(j + width - 1) % width] + u[i][(j + 1) % width];
      next[i][j] = here + k * (around - 4 * here);
    }
}

static double misfit(const struct plane *p, double (*initial)[width]) {
  double (*u)[width] = calloc(p->rows + 2, sizeof *u), (*next)[width] = calloc(p->rows + 2, sizeof *u);
  memcpy(u[1], initial, p->rows * sizeof *u);
  for (int t = 0; t < steps; t++) {
    exchange(p, u);
    step(p, u, next);
    double (*swap)[width] = u;
    u = next, next = swap;
  }
  double own = 0, all;
  for (int i = 1; i <= p->rows; i++)
    for (int j = 0; j < width; j++)
      own += (u[i][j] - 0.5) * (u[i][j] - 0.5);
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, p->comm);
  free(u), free(next);
  return all;
}

static double temperature(int i, int j) { return sin(0.7 * i) * cos(0.9 * j) + 0.1 * i; }

int main(int argc, char **argv) {
  int rank, ranks, failed = 0, any;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int first = height * rank / ranks, rows = height * (rank + 1) / ranks - first;
  struct plane own = {rows, rank ? rank - 1 : MPI_PROC_NULL, rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL,
                      MPI_COMM_WORLD};
  struct plane whole = {height, MPI_PROC_NULL, MPI_PROC_NULL, MPI_COMM_SELF};
  double u[height][width], du[height][width] = {{0}}, w[height][width], dw[height][width] = {{0}};
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++)
      w[i][j] = temperature(i, j);
  memcpy(u, w[first], rows * sizeof *u);

  // Each rank's result is the same sum and each has the seed 1 / ranks: the gradient of one of them.
  extern double __enzyme_autodiff_scaled(void *, ...);
  __enzyme_autodiff_scaled((void *)misfit, enzyme_const, &own, enzyme_dup, u, du);
  __enzyme_autodiff_scaled((void *)misfit, enzyme_const, &whole, enzyme_dup, w, dw);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < width; j++)
      if (fabs(du[i][j] / ranks - dw[first + i][j]) > 1e-12) {
        printf("FAIL: rank %d, row %d, %d: %.15g, by one process %.15g\n", rank, first + i, j, du[i][j] / ranks,
               dw[first + i][j]);
        failed = 1;
      }
  for (int i = 0; i < height; i += 5)
    for (int j = 0; j < width; j += 3) { // all ranks ask for the same derivative
      double above, below, h = 1e-6;
      int isOwn = i >= first && i < first + rows;
      if (isOwn)
        u[i - first][j] += h;
      above = misfit(&own, u);
      if (isOwn)
        u[i - first][j] -= 2 * h;
      below = misfit(&own, u);
      if (isOwn)
        u[i - first][j] += h;
      if (isOwn && fabs(du[i - first][j] / ranks - (above - below) / (2 * h)) > 1e-7) {
        printf("FAIL: rank %d, row %d, %d: %.15g, differences %.15g\n", rank, i, j, du[i - first][j] / ranks,
               (above - below) / (2 * h));
        failed = 1;
      }
    }
  MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return any;
}

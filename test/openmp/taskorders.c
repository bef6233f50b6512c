// Tasks in an order: dependences, loops of tasks, sections of locks in tasks; threads take part.
//! teams: all
#ifndef REPEATS
#define REPEATS 40
#endif
#include "check.h"

static double chain(double *x) { // writers and readers of two numbers
  double a = x[0], b = x[1], sum[8] = {0};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 8; i++) {
#pragma omp task depend(inout : a) shared(a)
    a = sin(a) * x[i] + 1;
#pragma omp task depend(in : a) depend(inout : b) shared(a, b)
    b = b * 0.5 + a * a;
#pragma omp task depend(in : a, b) shared(a, b, sum)
    sum[i] += a * b * x[i];
#pragma omp task depend(in : a) shared(a, sum)
    sum[7 - i] = sum[7 - i] + 0 * a;
#pragma omp taskwait
  }
  double all = a + b;
  for (int i = 0; i < 8; i++)
    all += sum[i] * sum[i];
  return all;
}
static double sweepBlocks(double *x) { // each block after those to its left and above
  enum { n = 12 };
  double grid[n + 1][n + 1];
  for (int i = 0; i <= n; i++)
    grid[i][0] = x[i], grid[0][i] = x[i + n];
#pragma omp parallel
#pragma omp single
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
#pragma omp task depend(in : grid[i - 1][j], grid[i][j - 1]) depend(out : grid[i][j]) shared(grid)
      grid[i][j] = sin(grid[i - 1][j]) + 0.3 * grid[i][j - 1] * x[i * j];
  return grid[n][n] * grid[n / 2][n];
}
static double exclusive(double *x) { // in any order, one at a time
  double product = 1, y[20];
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 20; i++) {
#pragma omp task depend(out : y[i]) shared(y)
      y[i] = 1 + 0.1 * x[i];
#pragma omp task depend(in : y[i]) depend(mutexinoutset : product) shared(product, y)
      product = product * y[i];
    }
  }
  return product;
}
static double loops(double *x) {
  double y[N], z[N], w[N], scale = x[3], last = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop shared(y) firstprivate(scale)
    for (int i = 0; i < N; i++)
      y[i] = scale * x[i] * x[i];
#pragma omp taskloop grainsize(7) shared(y, z) lastprivate(last)
    for (int i = N - 1; i >= 0; i -= 2) {
      z[i] = y[i] * y[N - 1 - i];
      last = z[i] * x[i];
    }
#pragma omp taskloop num_tasks(9) shared(y, z, w) if (x[0] < 100)
    for (int i = 0; i < N; i++)
      w[i] = i % 2 ? y[i] : z[i];
#pragma omp taskloop shared(w)
    for (int i = 5; i < 5; i++)
      w[i] = 0;
  }
  double sum = last;
  for (int i = 0; i < N; i++)
    sum += w[i] * x[i];
  return sum;
}
static double sections(double *x) { // what comes first is not known
  double product = 1, sum = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 30; i++) {
#pragma omp task shared(product, sum, lock)
      {
        double own = 1 + 0.02 * sin(x[i]);
#pragma omp critical
        product *= own;
        omp_set_lock(&lock);
        sum += own * own;
        omp_unset_lock(&lock);
      }
      if (i % 10 == 0)
#pragma omp critical
        product *= 1 + 0.01 * x[i];
    }
  }
  omp_destroy_lock(&lock);
  return product * sum;
}
static double nested(double *x) { // teams in tasks
  double y[4];
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int k = 0; k < 4; k++)
#pragma omp task shared(y)
  {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
    for (int i = 0; i < 20; i++)
      sum += x[i + k] * x[k];
    y[k] = sum;
  }
  return y[0] * y[1] + y[2] * y[3];
}

static double inside(double *x) { // tasks in tasks, where they stand in the program
  double y[6] = {0}, sum = 0;
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < 6; k++)
#pragma omp task shared(y)
  {
    double part = x[k], other;
#pragma omp task shared(part)
    {
      double own = 0;
#pragma omp task shared(own)
      own = x[k + 6] * x[k];
#pragma omp taskwait
      part *= sin(own);
    }
#pragma omp task shared(other) if (k % 2)
    other = x[k + 1] * x[0];
#pragma omp taskwait
    y[k] = part * other;
#pragma omp task shared(y)
    y[k] += 0.1 * x[20 + k];
#pragma omp taskwait
  }
  for (int k = 0; k < 6; k++)
    sum += y[k] * y[k];
  return sum;
}
enum { block = 3, blocks = 3 };
static double factorised(double *x) { // Cholesky's, block by block
  double a[blocks][blocks][block][block], sum = 0;
  for (int i = 0; i < block * blocks; i++)
    for (int j = 0; j < block * blocks; j++)
      a[i / block][j / block][i % block][j % block] = 20 * (i == j) + x[i] * x[j];
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < blocks; k++) {
#pragma omp task depend(inout : a[k][k]) shared(a) firstprivate(k)
    for (int c = 0; c < block; c++) {
      for (int r = 0; r < c; r++)
        for (int i = c; i < block; i++)
          a[k][k][i][c] -= a[k][k][i][r] * a[k][k][c][r];
      double root = sqrt(a[k][k][c][c]);
      for (int i = c; i < block; i++)
        a[k][k][i][c] /= root;
    }
    for (int i = k + 1; i < blocks; i++)
#pragma omp task depend(in : a[k][k]) depend(inout : a[i][k]) shared(a) firstprivate(i, k)
      for (int c = 0; c < block; c++)
        for (int p = 0; p < block; p++) {
          for (int r = 0; r < c; r++)
            a[i][k][p][c] -= a[i][k][p][r] * a[k][k][c][r];
          a[i][k][p][c] /= a[k][k][c][c];
        }
    for (int i = k + 1; i < blocks; i++)
      for (int j = k + 1; j <= i; j++)
#pragma omp task depend(in : a[i][k], a[j][k]) depend(inout : a[i][j]) shared(a) firstprivate(i, j, k)
        for (int p = 0; p < block; p++)
          for (int q = 0; q < block; q++)
            for (int r = 0; r < block; r++)
              a[i][j][p][q] -= a[i][k][p][r] * a[j][k][q][r];
  }
  for (int i = 0; i < blocks; i++)
    for (int p = 0; p < block; p++)
      sum += log(a[i][i][p][p]) * (p + 1) + a[blocks - 1][0][p][p];
  return sum;
}

#define ALL(X) X(factorised) X(inside) X(chain) X(sweepBlocks) X(exclusive) X(loops) X(sections) X(nested)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

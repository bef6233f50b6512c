//! teams: all
// Workspaces that ordinary code allocated, behind variables that other files may see, behind a file's own ones, in rows and in
// records; pointers that ordinary code made to the argument: all threads of a team know their shadows.
#ifndef REPEATS
#define REPEATS 30
#endif
#include "check.h"

#define APART __attribute__((noinline)) static

double *field, **rows;
static double *own;
struct cell {
  double value, *neighbour;
} *cells;
const double *input;

__attribute__((constructor)) static void allocate(void) {
  field = malloc(N * sizeof *field);
  own = malloc(N * sizeof *own);
  rows = malloc(N * sizeof *rows);
  cells = malloc(N * sizeof *cells);
  for (int i = 0; i < N; i++) {
    rows[i] = malloc(3 * sizeof *rows[i]);
    cells[i].neighbour = &cells[(i + 7) % N].value;
  }
}

APART void fill(const double *x, int i) {
  field[i] = x[i] * x[i];
  rows[i][2] = sin(x[i]) * own[i];
}
static double behindVariables(double *x) {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    own[i] = exp(-x[i]);
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < N; i++)
    fill(x, i);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 1; i < N; i++)
    sum += field[i] * rows[i - 1][2] + own[i] * cos(i);
  return sum;
}
static double inRecords(double *x) {
  double sum = 0;
#pragma omp parallel for schedule(static, 3)
  for (int i = 0; i < N; i++)
    cells[i].value = x[i] * x[(i + 1) % N];
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += *cells[i].neighbour * cells[i].value * (1 + i % 3);
  return sum;
}
static double pointedAt(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += input[i] * x[N - 1 - i] * x[i];
  return sum;
}
static double argumentToo(double *x) {
  input = x; // in ordinary calls, too
  return pointedAt(x);
}

#define ALL(X) X(behindVariables) X(inRecords) X(argumentToo)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  double *block = malloc(N * sizeof *block), *shadow = calloc(N, sizeof *shadow);
  start(block);
  input = block;
  __enzyme_autodiff((void *)pointedAt, enzyme_dup, block, shadow);
  for (int i = 0; i < N; i++) {
    double wanted = 2 * block[i] * block[N - 1 - i] + block[N - 1 - i] * block[N - 1 - i];
    failures += differs(shadow[i], wanted, 1e-13);
  }
  return failures != 0;
}

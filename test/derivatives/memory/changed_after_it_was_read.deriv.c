// Integers and numbers that are changed, in every way, after derivatives' factors were read there.
#include "check.h"
#define STEPS 4
double drawn(const double *x, int n) {
  unsigned seed = 42;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    unsigned before = seed;
    rand_r(&seed);
    sum += x[i] * x[i] * (before % 5 + 1);
  }
  return sum;
}
CHECK_FUNCTION_N(drawn, 4, 1, 2, 0.5, -1);

double shifted(const double *x, int n) {
  int queue[STEPS] = {3, 5, 7, 2};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    int first = queue[0];
    memmove(queue, queue + 1, (STEPS - 1) * sizeof *queue);
    sum += x[i] * x[i] * first;
  }
  return sum;
}
CHECK_FUNCTION_N(shifted, 4, 1, 2, 0.5, -1);

double shiftedNumbers(const double *x, int n) {
  double queue[STEPS + 1], sum = 0;
  for (int i = 0; i < n; i++)
    queue[i] = x[i] * x[i];
  for (int i = 0; i + 1 < n; i++) {
    double first = queue[0] * queue[1];
    memmove(queue, queue + 1, (n - 1 - i) * sizeof *queue);
    sum += first * first;
  }
  return sum;
}
CHECK_FUNCTION_N(shiftedNumbers, 4, 1, 2, 0.5, -1);

static int *volatile kept;
double behindAnother(const double *x, int n) {
  int *own = malloc(sizeof *own);
  double sum = 0;
  *own = 1;
  kept = own;
  for (int i = 0; i < n; i++) {
    int before = *own;
    *kept += 2;
    sum += x[i] * x[i] * before;
  }
  free(own);
  return sum;
}
CHECK_FUNCTION_N(behindAnother, 4, 1, 2, 0.5, -1);

static double *volatile numbers;
double numbersBehindAnother(const double *x, int n) {
  double *own = malloc(sizeof *own), sum = 0;
  numbers = own;
  for (int i = 0; i < n; i++) {
    *own = x[i];
    double before = *own;
    *numbers *= 3 * x[0];
    sum += before * before * x[n - 1 - i] + *own;
  }
  free(own);
  return sum;
}
CHECK_FUNCTION_N(numbersBehindAnother, 4, 1, 2, 0.5, -1);

/// One row that the table names each time.
double sameRow(const double *x, int n) {
  double space[STEPS], *rows[STEPS], sum = 0;
  for (int i = 0; i < n; i++)
    rows[i] = space;
  for (int i = 0; i < n; i++) {
    double *row = rows[i];
    row[0] = x[i];
    for (int k = 1; k < n; k++)
      row[k] = row[k - 1] * row[k - 1] * 0.5 + x[k];
    sum += row[n - 1];
  }
  return sum;
}
CHECK_FUNCTION_N(sameRow, 4, 1, 0.2, 0.5, -0.3);
/// Rows that begin two numbers before the last: what is ahead of one is behind the next.
double rowsThatStepBack(const double *x, int n) {
  double space[3 * STEPS], *rows[STEPS], sum = 0;
  for (int i = 0; i < 3 * n; i++)
    space[i] = x[i % n] + 0.125 * i;
  for (int i = 0; i < n; i++)
    rows[i] = space + 2 * (n - i - 1);
  for (int i = 0; i < n; i++) {
    double *row = rows[i];
    double here = row[i];
    row[i + 1] = here * here * 0.5 + x[i];
    sum += sin(here) * row[i + 1];
  }
  return sum;
}
CHECK_FUNCTION_N(rowsThatStepBack, 4, 1, 0.2, 0.5, -0.3);
double exchanged(const double *x, int n) {
  int lock = 1;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    int before = lock, old = before;
    __atomic_compare_exchange_n(&lock, &old, i + 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    sum += x[i] * x[i] * before;
  }
  return sum;
}
CHECK_FUNCTION_N(exchanged, 4, 1, 0.2, 0.5, -0.3);

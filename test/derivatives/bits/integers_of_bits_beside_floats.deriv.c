// Keys that are computed from the bits of active numbers, in the memory that holds constant
// numbers too: what lies beside them has no derivative, and is not written.
#include "check.h"
#include <stdint.h>
void __enzyme_fwddiff_void(void *, ...);
void __enzyme_autodiff_void(void *, ...);
static uint64_t hashOf(double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  return (word * 31) >> 7;
}

struct item {
  uint64_t key;
  double weight;
};
static double sumOfWeights(const struct item *items, int n, double x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += items[i].weight * x * (items[i].key == 1 ? 2 : 1);
  return sum;
}
double keysBesideWeights(double x) {
  struct item *items = (struct item *)malloc(3 * sizeof *items);
  for (int i = 0; i < 3; i++)
    items[i].key = hashOf(x * (1 + i)), items[i].weight = 1 + i;
  double sum = sumOfWeights(items, 3, x * x);
  free(items);
  return sum;
}
CHECK_SCALAR(keysBesideWeights, 0.7, 2);

double keysThatMoved(double x) {
  struct item items[3], sorted[3];
  for (int i = 0; i < 3; i++)
    items[i].key = hashOf(x * (1 + i)), items[i].weight = 1 + i;
  memcpy(sorted, items, sizeof sorted);
  for (int i = 1; i < 3; i++)
    for (int j = i; j && sorted[j - 1].key > sorted[j].key; j--) {
      struct item other = sorted[j];
      sorted[j] = sorted[j - 1];
      sorted[j - 1] = other;
    }
  return sumOfWeights(sorted, 3, x * x);
}
CHECK_SCALAR(keysThatMoved, 0.7, 2);

// Where the keys go could be the constant table, as far as one can see.
static struct item table[3] = {{0, -1}, {0, 0.5}, {0, -2}};
static volatile int isForTable = 0;
static double weightOf(const struct item *from) {
  double weight;
  memcpy(&weight, &from->weight, sizeof weight);
  return weight;
}
static void keysOrTable(const double *x, double *y, struct item *c) {
  struct item own[3], *items = isForTable ? c : own;
  int count = 0;
  for (int i = 0; i < 3; i++)
    items[i].key = hashOf(x[0] * x[1] * i);
  for (int i = 0; i < 3; i++)
    count += items[i].key == 1;
  for (int i = 0; i < 2; i++)
    y[i] = x[i] * x[i] * weightOf(c + i) + x[1 - i] * weightOf(c + i + 1) + count;
}
CHECK_VALUES(keys_or_a_constant_table) {
  double x[2] = {0.7, 2}, dx[2] = {1, 3}, y[2], dy[2] = {0};
  __enzyme_fwddiff_void((void *)keysOrTable, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,
                        table);
  EXPECT_CLOSE(dy[0], 2 * x[0] * dx[0] * -1 + dx[1] * 0.5, 1e-14);
  EXPECT_CLOSE(dy[1], 2 * x[1] * dx[1] * 0.5 + dx[0] * -2, 1e-14);
  double seed[2] = {1, 10}, gradient[2] = {0};
  __enzyme_autodiff_void((void *)keysOrTable, enzyme_dup, x, gradient, enzyme_dup, y, seed,
                         enzyme_const, table);
  EXPECT_CLOSE(gradient[0], 2 * x[0] * -1 + 10 * -2, 1e-14);
  EXPECT_CLOSE(gradient[1], 0.5 + 10 * 2 * x[1] * 0.5, 1e-14);
  EXPECT_TRUE(table[0].weight == -1 && table[1].weight == 0.5 && table[2].weight == -2);
}

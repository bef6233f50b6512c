// Integers that are computed from the bits of active numbers go through a pointer that could
// lead to constant memory: directions and tables stay constant in derivatives of every order.
#include "nests.h"
#include <stdint.h>
struct item {
  uint64_t key;
  double weight;
};
static volatile int isForTable = 0;
static uint64_t hashOf(double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  return (word * 31) >> 7;
}

static double sumOfCubes(const double *x, struct item *table) {
  struct item own[2], *items = isForTable ? table : own;
  double sum = 0;
  for (int i = 0; i < 2; i++)
    items[i].key = hashOf(x[i] * x[0]);
  for (int i = 0; i < 2; i++)
    sum += (items[i].key == 1) + table[i].weight * x[i] * x[i] * x[i];
  return sum;
}
static double along1(const double *x, const double *v, struct item *table) {
  return __enzyme_fwddiff_nests((void *)sumOfCubes, enzyme_dup, x, v, enzyme_const, table);
}
static double along2(const double *x, const double *v, struct item *table) {
  return __enzyme_fwddiff_nests((void *)along1, enzyme_dup, x, v, enzyme_const, v, enzyme_const,
                                table);
}
static double along3(const double *x, const double *v, struct item *table) {
  return __enzyme_fwddiff_nests((void *)along2, enzyme_dup, x, v, enzyme_const, v, enzyme_const,
                                table);
}
static void gradientOf2(const double *x, double *gradient, const double *v, struct item *table) {
  __enzyme_autodiff_nestv((void *)along2, enzyme_dup, x, gradient, enzyme_const, v, enzyme_const,
                          table);
}

CHECK_VALUES(constant_tables) {
  struct item table[2] = {{0, 0.5}, {0, -2}};
  double x[2] = {0.7, 2}, v[2] = {0.3, -1.1}, d[3] = {0}, gradient[2] = {0};
  for (int i = 0; i < 2; i++) {
    d[0] += 3 * table[i].weight * x[i] * x[i] * v[i];
    d[1] += 6 * table[i].weight * x[i] * v[i] * v[i];
    d[2] += 6 * table[i].weight * v[i] * v[i] * v[i];
  }
  EXPECT_CLOSE(along1(x, v, table), d[0], 1e-14);
  EXPECT_CLOSE(along2(x, v, table), d[1], 1e-14);
  EXPECT_CLOSE(along3(x, v, table), d[2], 1e-14);
  gradientOf2(x, gradient, v, table);
  EXPECT_CLOSE(gradient[0], 6 * 0.5 * v[0] * v[0], 1e-14);
  EXPECT_CLOSE(gradient[1], 6 * -2 * v[1] * v[1], 1e-14);
  EXPECT_TRUE(table[0].weight == 0.5 && table[1].weight == -2 && v[0] == 0.3 && v[1] == -1.1);
}

// Blocks of unknown contents that vector instructions move, as libraries for vectors do with arrays of
// integers and programs with whatever lies in their memory: indices, numbers, addresses.
#include "check.h"
#include <stdint.h>

typedef int32_t block __attribute__((vector_size(16), may_alias, aligned(1)));
typedef int64_t words __attribute__((vector_size(16), may_alias, aligned(1)));

/// Moves whole blocks, whatever they are.
NOINLINE static void move(void *to, const void *from, int n) {
  for (int i = 0; i != n; ++i)
    ((block *)to)[i] = ((const block *)from)[i];
}

struct order {
  int *places, count;
};
NOINLINE static struct order copied(const struct order *from) {
  struct order to = {(int *)malloc(from->count * sizeof(int)), from->count};
  move(to.places, from->places, from->count / 4);
  return to;
}
NOINLINE static void sort(struct order *order, const double *x) {
  for (int i = 0; i != order->count; ++i)
    for (int j = i; j && x[order->places[j]] < x[order->places[j - 1]]; --j) {
      int moved = order->places[j];
      order->places[j] = order->places[j - 1], order->places[j - 1] = moved;
    }
}
double indices(const double *x) {
  int places[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  struct order order = {places, 8}, other;
  sort(&order, x);
  other = copied(&order);
  double sum = 0;
  for (int i = 0; i != 8; ++i)
    sum += x[other.places[i]] * x[i] * (i + 1);
  free(other.places);
  return sum;
}
CHECK_FUNCTION(indices, 8, 0.7, -0.4, 0.9, 0.35, 1.1, -0.6, 0.1, 2);

struct record {
  double number;
  const double *place;
};
double records(const double *x) {
  double square[2] = {x[0] * x[0], x[1] * x[1]};
  struct record r[3] = {{x[0] * x[1], square}, {sin(x[0]), square + 1}, {x[1], square}}, to[3];
  move(to, r, 3);
  move(r, to + 1, 2);
  return r[0].number * *r[0].place + r[1].number * *r[1].place * 3 + to[0].number * *to[0].place;
}
CHECK_FUNCTION(records, 2, 0.7, 1.3);

/// The block that is stored is chosen among others, and has another name in between.
NOINLINE static void choose(void *to, const void *a, const void *b, int isFirst) {
  words chosen;
  if (isFirst)
    chosen = *(const words *)a;
  else
    chosen = (words)*(const block *)b;
  *(block *)to = (block)chosen;
}
double choices(const double *x) {
  double a[2] = {x[0] * x[0], x[1]}, b[2] = {x[0] * x[1], 3 * x[0]}, c[2], d[2];
  choose(c, a, b, x[0] > 0);
  choose(d, a, b, x[0] < 0);
  return c[0] * 2 + c[1] * d[0] + d[1] * d[1];
}
CHECK_FUNCTION(choices, 2, 0.7, 1.3, -0.7, 1.3);

/// Blocks that change places.
NOINLINE static void swap(void *a, void *b) {
  block first = *(block *)a, second = *(block *)b;
  *(block *)a = second;
  *(block *)b = first;
}
double swapped(const double *x) {
  float a[4] = {(float)x[0], (float)(x[0] * x[1]), 1, 2}, b[4] = {3, (float)x[1], 4, (float)x[0]};
  swap(a, b);
  double p[2] = {x[0], x[1] * x[1]}, q[2] = {x[0] * x[1], 2};
  swap(p, q);
  return p[0] + q[0] * q[1] + (double)a[1] * (double)b[1] * 0 + p[1];
}
CHECK_FUNCTION(swapped, 2, 0.7, 1.3);

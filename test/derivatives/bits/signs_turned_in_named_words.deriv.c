// Numbers whose bits are copied into a structure's members, which are declared as integers, and whose sign another
// function turns there: the members are those of numbers, as callers know.
#include "check.h"
#include <stdint.h>
#include <string.h>

struct halves {
  uint32_t low, high;
};
NOINLINE static void turnHalf(struct halves *h) { h->high ^= 0x80000000u; }
double in_halves(double x) {
  struct halves h;
  double y = x * x / 3, z;
  memcpy(&h, &y, sizeof y);
  turnHalf(&h);
  memcpy(&z, &h, sizeof z);
  return z * x;
}
CHECK_SCALAR(in_halves, 0.5, 1.5);

struct tagged {
  int tag;
  uint64_t bits;
};
NOINLINE static void turn(struct tagged *t) {
  t->bits ^= 0x8000000000000000u;
  t->tag++;
}
double in_a_word(double x) {
  struct tagged t = {3, 0};
  double y = x * x / 3, z;
  memcpy(&t.bits, &y, sizeof y);
  turn(&t);
  memcpy(&z, &t.bits, sizeof z);
  return z * x * t.tag;
}
CHECK_SCALAR(in_a_word, 0.5, 1.5);

// A counter beside numbers is none, whoever else puts numbers into structures of its kind.
struct counted {
  double number;
  int64_t count;
};
NOINLINE static void step(struct counted *c, double x) {
  c->number *= x;
  c->count += 2;
}
double counters(double x) {
  struct counted all[3] = {{x, 1}, {x * x, 2}, {1, 3}};
  for (int i = 0; i < 6; i++)
    step(&all[i % 3], x + i);
  return all[0].number * (double)all[0].count + all[1].number * (double)all[2].count;
}
CHECK_SCALAR(counters, 0.5, 1.5);

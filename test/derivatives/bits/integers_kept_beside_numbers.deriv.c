// Integers that are kept in structures beside active numbers, and of which numbers are made: the
// state of a random number generator, counts; and hashes of numbers that are only
// compared. Their declarations are believed.
#include "check.h"
#include <stdint.h>
#include <string.h>

#define KEPT __attribute__((noinline)) static

static uint64_t bitsOf(double number) {
  uint64_t word;
  memcpy(&word, &number, sizeof word);
  return word;
}
static double valueOf(uint64_t word) {
  double number;
  memcpy(&number, &word, sizeof number);
  return number;
}

struct walker {
  uint64_t state, hash;
  double place;
  int steps;
};

KEPT double between0And1(struct walker *w) {
  w->state ^= w->state << 13;
  w->state ^= w->state >> 7;
  w->state ^= w->state << 17;
  return valueOf(w->state >> 12 | 1023ull << 52) - 1;
}
KEPT void walk(struct walker *w) {
  w->place += w->place * between0And1(w) / ++w->steps;
  w->hash = (w->hash ^ bitsOf(w->place)) * 0x9e3779b97f4a7c15;
}
double random_walk(double x) {
  struct walker w = {88172645463325252, 7, x, 0};
  for (int i = 0; i < 5; i++)
    walk(&w);
  return w.place + (double)w.steps + (w.hash == 0);
}

CHECK_SCALAR(random_walk, 0.3, 2.8);

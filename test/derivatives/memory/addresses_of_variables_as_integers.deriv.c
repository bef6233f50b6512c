// Addresses of variables that are kept as integers in structures: LLVM folds them into constants.
#include "check.h"
#include <stdint.h>
#include <string.h>

struct box {
  uintptr_t address;
  int kind;
};
struct signed_box {
  long address;
};
static double numbers[4];

NOINLINE static void put(struct box *b, double *p) {
  b->address = (uintptr_t)p;
  b->kind = 1;
}
NOINLINE static double *get(const struct box *b) { return (double *)b->address; }
NOINLINE static void add(const struct box *b, double x) {
  double *p = get(b);
  *p += x * x;
  p[1] = *p * x;
}
double in_a_structure(double x) {
  struct box b, copy;
  memset(numbers, 0, sizeof numbers);
  put(&b, numbers + 2);
  copy = b;
  add(&copy, x);
  return numbers[2] * x + *(get(&copy) + 1);
}
double chosen(double x) {
  static double one[2], other[2];
  one[0] = other[0] = 1;
  struct box b = {x > 1 ? (uintptr_t)one : (uintptr_t)other, 0};
  add(&b, x);
  return one[0] * one[1] + 3 * other[1];
}
double tagged(double x) {
  static double own[2];
  own[0] = 0;
  struct signed_box b[2] = {{0}, {(long)own | 3}};
  for (int i = 0; i < 2; i++)
    if (b[i].address & 1) {
      double *p = (double *)(b[i].address & ~7l);
      p[0] += x * x;
      p[1] = p[0] * p[0];
    }
  return own[1] * x;
}
CHECK_SCALAR(in_a_structure, 0.3, 2.8);
CHECK_SCALAR(chosen, 0.3, 2.8);
CHECK_SCALAR(tagged, 0.3, 2.8);

// -enzyme-strict-aliasing=0: the types of accesses say nothing of what memory holds, so numbers that
// are moved as integers keep their derivative.
// alone: off, it takes an option of ours
// flags: -fno-strict-aliasing -mllvm -enzyme-strict-aliasing=0
#include "check.h"
#include <stdint.h>
NOINLINE static void move(uint64_t *to, const uint64_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
union Cell {
  double number;
  uint64_t word;
};
static double throughWords(const double *x) {
  double y[3];
  move((uint64_t *)y, (const uint64_t *)x, 3);
  return y[0] * y[1] + sin(y[2]);
}
static double throughUnions(const double *x) {
  union Cell cells[3], copy[3];
  for (int i = 0; i < 3; i++)
    cells[i].number = x[i] * x[i];
  for (int i = 0; i < 3; i++)
    copy[i].word = cells[2 - i].word;
  for (int i = 0; i < 3; i++)
    cells[i].word = copy[i].word;
  return cells[0].number * cells[1].number - cells[2].number;
}
static void inPlace(double *x) {
  long *words = (long *)x;
  long first = words[0];
  words[0] = words[1];
  words[1] = first;
  x[0] = x[0] * x[1];
}
CHECK_FUNCTION(throughWords, 3, 0.5, 1.5, -0.7);
CHECK_FUNCTION(throughUnions, 3, 0.5, 1.5, -0.7);
CHECK_INPLACE(inPlace, 2, 0.5, 1.5);

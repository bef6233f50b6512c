// Words of constant numbers that a function is given, and stores over active ones: those are no more.
#include "bits.h"
#include "check.h"
NOINLINE static void put(uint64_t *at, uint64_t word) { *at = word; }
double onlyConstants(const double *x, int n) {
  uint64_t words[16];
  double numbers[16], sum = 0;
  memcpy(words, x, n * sizeof *x);
  put(words + 1, 0x4008000000000000); // 3
  put(words + 2, 0x3ff0000000000000); // 1
  memcpy(numbers, words, n * sizeof *x);
  for (int i = 0; i < n; i++)
    sum += numbers[i] * x[0];
  return sum;
}
CHECK_FUNCTION_N(onlyConstants, 4, 1.5, -2.25, 0.75, 3);

union cell {
  double number;
  uint64_t word;
};
NOINLINE static void putInto(union cell *cell, uint64_t word) { cell->word = word; }
NOINLINE static void number(union cell *cell, double to) { cell->number = to; }
double cells(const double *x, int n) {
  union cell all[3] = {{0}};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    number(all + i % 3, x[i] * x[i]);
    sum += all[i % 3].number * x[0];
    putInto(all + i % 3, i % 2 ? 0x4008000000000000 : 0x3ff0000000000000);
    sum += all[i % 3].number * x[i];
  }
  return sum;
}
CHECK_FUNCTION_N(cells, 4, 1.5, -2.25, 0.75, 3);

static volatile unsigned char any = 0;
double filled(const double *x, int n) {
  uint64_t words[16];
  double numbers[16], sum = 0;
  memcpy(words, x, n * sizeof *x);
  memset(words + 1, any, 2 * sizeof *words);
  memcpy(numbers, words, n * sizeof *x);
  for (int i = 0; i < n; i++)
    sum += numbers[i] * x[0];
  return sum;
}
CHECK_FUNCTION_N(filled, 4, 1.5, -2.25, 0.75, 3);

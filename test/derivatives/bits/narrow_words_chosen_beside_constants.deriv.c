// Words of less than an address are taken out of memory of unknown contents, or are what the
// program says, and are stored by the same instruction.
#include "check.h"
#include <stdint.h>
#include <stdlib.h>

NOINLINE static void put(void *to, const void *from, int kind, uint32_t given) {
  uint32_t word;
  if (kind == 0)
    memcpy(&word, from, sizeof word);
  else if (kind == 1)
    word = 3;
  else
    word = given;
  memcpy(to, &word, sizeof word);
}
NOINLINE static void put_half(void *to, const void *from, int kind) {
  uint16_t word;
  if (kind == 0)
    memcpy(&word, from, sizeof word);
  else
    word = 5;
  memcpy(to, &word, sizeof word);
}

static uint32_t word_at(const void *from) {
  uint32_t word;
  memcpy(&word, from, sizeof word);
  return word;
}
static uint16_t half_at(const void *from) {
  uint16_t word;
  memcpy(&word, from, sizeof word);
  return word;
}

static volatile int first = 0;

double narrow_words(double x) {
  char *block = malloc(64), *other = malloc(64);
  double number = sin(x), moved;
  memcpy(block, &number, sizeof number);
  put(other, block, first, 0);
  put(other + 4, block + 4, first, 0);
  put(other + 8, block, first + 1, 0);
  put(other + 12, block, first + 2, 7);
  put_half(other + 16, block, first + 1);
  memcpy(&moved, other, sizeof moved);
  double sum = moved * x + word_at(other + 8) * x * x + word_at(other + 12) * x * x * x +
               half_at(other + 16) * exp(x);
  free(block);
  free(other);
  return sum;
}
CHECK_SCALAR(narrow_words, 0.7, 1.3);

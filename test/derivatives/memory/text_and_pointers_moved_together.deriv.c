// Structures of text and pointers that loops move about: by characters, of which it is not known
// how many, by known numbers of bytes that begin in the text, and as a whole. What the pointers lead
// to is used as numbers, and as the integers that those are.
#include "check.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Entry {
  char text[16];
  double *values;
  int64_t *words;
};

__attribute__((noinline)) static void moveText(struct Entry *to, const struct Entry *from) {
  memcpy(to->text, from->text, strlen(from->text) + 1);
}

__attribute__((noinline)) static void moveAllFromText(struct Entry *to, const struct Entry *from) {
  memcpy(to->text, from->text, sizeof(struct Entry));
}

__attribute__((noinline)) static void negateBits(struct Entry *entry) {
  *entry->words ^= INT64_MIN;
}

double f(const double *x, int n) {
  struct Entry entries[4], moved[4];
  for (int i = 0; i < n; i++) {
    strcpy(entries[i].text, i % 2 ? "odd" : "even, longer");
    entries[i].values = malloc(2 * sizeof(double));
    entries[i].values[0] = x[i] * x[i];
    entries[i].values[1] = 3 * x[i];
    entries[i].words = (int64_t *)entries[i].values + 1;
    moveAllFromText(&moved[i], &entries[i]);
    moveText(&moved[i], &entries[(i + 1) % 2 ? i : i - 1]);
  }
  double sum = 0;
  for (int i = 0; i < n; i++) {
    negateBits(&moved[i]);
    sum += moved[i].values[0] * (i + 1) + moved[i].values[1] * moved[i].values[0] * (moved[i].text[0] - 'a');
    free(entries[i].values);
  }
  return sum;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0, 0.25, 1.5, -0.5, 1.0);

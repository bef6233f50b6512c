// Words with a tag: an index or a size in one case, the bits of a number in the other. That a word
// is used as an index somewhere says nothing of where it is moved on another way.
#include "check.h"
#include <stdint.h>
#include <stdlib.h>

struct cell {
  int64_t word;
  int isIndex;
};
static double numberOf(int64_t word) {
  double number;
  memcpy(&number, &word, sizeof number);
  return number;
}
static int64_t wordOf(double number) {
  int64_t word;
  memcpy(&word, &number, sizeof word);
  return word;
}
NOINLINE static double valueOf(const struct cell *c, const double *x) {
  return c->isIndex ? x[c->word] : numberOf(c->word);
}
static void fill(struct cell *cells, const double *x, int n) {
  for (int i = 0; i < 4; i++) {
    cells[i].isIndex = i % 2;
    cells[i].word = i % 2 ? n - 1 : wordOf(x[0] * x[1] * (i + 1));
  }
}

/// Used before it is moved, if it is an index.
NOINLINE static double moveBehind(struct cell *to, const struct cell *from, const double *x) {
  int64_t word = from->word;
  double sum = 0;
  if (from->isIndex)
    sum = x[word] * x[word];
  to->isIndex = from->isIndex;
  to->word = word;
  return sum;
}
double usedBefore(const double *x, int n) {
  struct cell cells[4], moved[4];
  fill(cells, x, n);
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += moveBehind(&moved[i], &cells[i], x);
  for (int i = 0; i < 4; i++)
    sum += valueOf(&moved[i], x) * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(usedBefore, 2, 1.5, -2);

/// Moved, and used afterwards.
NOINLINE static double moveAhead(struct cell *to, const struct cell *from, const double *x) {
  int64_t word = from->word;
  to->isIndex = from->isIndex;
  to->word = word;
  if (!from->isIndex)
    return x[0];
  return x[word] * x[word];
}
double usedAfterwards(const double *x, int n) {
  struct cell cells[4], moved[4];
  fill(cells, x, n);
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += moveAhead(&moved[i], &cells[i], x);
  for (int i = 0; i < 4; i++)
    sum += valueOf(&moved[i], x) * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(usedAfterwards, 2, 1.5, -2);

/// In a loop that goes on with the next word where one is a number: behind each move a use is met,
/// of another word.
NOINLINE static double moveAll(struct cell *to, const struct cell *from, const double *x) {
  int i = 0;
  for (;;) {
    int64_t word = from[i].word;
    to[i].isIndex = from[i].isIndex;
    to[i].word = word;
    if (!from[i++].isIndex)
      continue;
    double value = x[word] * i;
    if (i == 4)
      return value;
  }
}
double usedOfAnother(const double *x, int n) {
  struct cell cells[4], moved[4];
  fill(cells, x, n);
  double sum = moveAll(moved, cells, x);
  for (int i = 0; i < 4; i++)
    sum += valueOf(&moved[i], x) * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(usedOfAnother, 2, 1.5, -2);

/// A size, or a number.
NOINLINE static double *allocateOrMove(struct cell *to, const struct cell *from, int64_t by) {
  int64_t word = from->word;
  double *made = NULL;
  if (from->isIndex)
    made = malloc((size_t)(word * by) * sizeof *made);
  to->isIndex = from->isIndex;
  to->word = word;
  return made;
}
double sizes(const double *x, int n) {
  struct cell cells[4], moved[4];
  fill(cells, x, n);
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    double *made = allocateOrMove(&moved[i], &cells[i], n);
    if (made) {
      made[0] = x[0] * x[0] * i;
      sum += made[0] * made[0];
    }
    free(made);
  }
  for (int i = 0; i < 4; i++)
    sum += valueOf(&moved[i], x) * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(sizes, 2, 1.5, -2);

/// Multiplied by the tag: an offset that is zero for numbers.
NOINLINE static double multiplied(struct cell *to, const struct cell *from, const double *x) {
  int64_t word = from->word, tag = from->isIndex, at = word * tag;
  to->isIndex = from->isIndex;
  to->word = word;
  return at > 0 ? x[at] : 0;
}
double multipliedByTags(const double *x, int n) {
  struct cell cells[4], moved[4];
  fill(cells, x, n);
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += multiplied(&moved[i], &cells[i], x);
  for (int i = 0; i < 4; i++)
    sum += valueOf(&moved[i], x) * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(multipliedByTags, 2, 1.5, -2);

/// Handed to a function that uses it under a condition, and to one that only moves it.
NOINLINE static double put(struct cell *to, int64_t word, int isIndex, const double *x) {
  double sum = 0;
  if (isIndex)
    sum = x[word];
  to->word = word;
  to->isIndex = isIndex;
  return sum;
}
double handed(const double *x, int n) {
  struct cell cells[4], moved[4];
  fill(cells, x, n);
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += put(&moved[i], cells[i].word, cells[i].isIndex, x) * x[0];
  for (int i = 0; i < 4; i++)
    sum += valueOf(&moved[i], x) * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(handed, 2, 1.5, -2);

/// What is shifted, masked or hashed before it is an index may well be a number.
static double alike[2] = {3, 3};
NOINLINE static double hashed(int64_t *to, int64_t word, const double *table) {
  uint64_t h = (uint64_t)word * 0x9E3779B97F4A7C15u;
  double read = table[h >> 63] * table[(uint64_t)word >> 63] + table[word & 1];
  *to = word;
  return read;
}
double hashes(const double *x, int n) {
  int64_t words[4], moved[4];
  for (int i = 0; i < 4; i++)
    words[i] = wordOf(x[i % n] * x[1] * (i + 1));
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += hashed(&moved[i], words[i], alike);
  for (int i = 0; i < 4; i++)
    sum += numberOf(moved[i]) * numberOf(moved[i]);
  return sum;
}
CHECK_FUNCTION_N(hashes, 2, 1.5, -2);

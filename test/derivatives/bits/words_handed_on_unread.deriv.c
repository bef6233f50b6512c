// Words that a function only moves: what they are is known to those that it hands them to, by a
// pointer, and to those that it had them from.
#include "check.h"
#include <stdint.h>
typedef double (*reader)(const uint64_t *, int);
static double readAsNumbers(const uint64_t *words, int n) {
  double sum = 0, number;
  for (int i = 0; i < n; i++) {
    memcpy(&number, words + i, sizeof number);
    sum += number * number * (i + 1);
  }
  return sum;
}
static double countOnes(const uint64_t *words, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (double)(words[i] & 1);
  return sum;
}
static reader volatile readers[2] = {readAsNumbers, countOnes};

enum { MOST = 8 };
NOINLINE static double inTurn(const uint64_t *from, int n, reader read) {
  uint64_t turned[MOST];
  for (int i = 0; i < n; i++)
    turned[n - 1 - i] = from[i];
  return read(turned, n);
}
double turned(const double *x, int n) {
  uint64_t words[MOST] = {0};
  memcpy(words, x, n * sizeof *x);
  return inTurn(words, n, readers[0]);
}
CHECK_FUNCTION_N(turned, 4, 1, 2, 0.5, -1);

/// One word, which is chosen.
NOINLINE static double ofTheChosen(const uint64_t *from, int which, reader read) {
  uint64_t word = from[0];
  if (which)
    word = from[which];
  return read(&word, 1);
}
double chosen(const double *x) {
  uint64_t words[3];
  memcpy(words, x, sizeof words);
  return ofTheChosen(words, 1, readers[0]) + 3 * ofTheChosen(words, 0, readers[0]) +
         ofTheChosen(words, 2, readers[1]);
}
CHECK_FUNCTION(chosen, 3, 1, 2, 0.5);

/// Handed over, and given back.
struct pair {
  uint64_t first, second;
};
NOINLINE static struct pair swapped(const struct pair *pair) {
  return (struct pair){pair->second, pair->first};
}
double swappedPair(const double *x) {
  struct pair pair;
  memcpy(&pair, x, sizeof pair);
  struct pair other = swapped(&pair);
  return readers[0](&other.first, 1) * 3 + readers[0](&other.second, 1);
}
CHECK_FUNCTION(swappedPair, 2, 1.5, 2);

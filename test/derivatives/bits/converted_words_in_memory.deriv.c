// Words that numbers were copied into and that are converted to numbers, and words that become
// numbers where numbers lie: in arrays, behind pointers, in other functions. Integers that lie at
// other times where numbers do are none.
// oracle: differs, to it a number that is converted to an integer is a step always
#include "bits.h"
#include "check.h"
volatile int count = 4;

double copied(double x) {
  double numbers[8], sum = 0;
  int64_t words[8];
  for (int i = 0; i < count; i++)
    numbers[i] = x * (i + 1);
  memcpy(words, numbers, count * sizeof *words);
  for (int i = 0; i < count; i++)
    sum += words[i] * 0x1p-52;
  return x * sum;
}
double readInPlace(const double *x) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    int64_t word;
    memcpy(&word, x + i, 8);
    sum += x[i] * word * 0x1p-52;
  }
  return sum;
}
NOINLINE static double sumOf(const int64_t *words, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += words[i] * 0x1p-52;
  return sum;
}
double inFunction(double x) {
  double numbers[4];
  int64_t words[4];
  for (int i = 0; i < 4; i++)
    numbers[i] = x * (i + 1);
  memcpy(words, numbers, sizeof words);
  return sumOf(words, count);
}
NOINLINE static void powers(double *to, const double *x, int n) {
  for (int i = 0; i < n; i++) {
    int64_t word = (int64_t)((x[i] + 1023) * 0x1p52);
    memcpy(to + i, &word, 8);
  }
}
void powersOfAll(const double *x, double *y) { powers(y, x, 3); }
double copiedBack(double x) {
  double numbers[8], sum = 0;
  int64_t words[8];
  for (int i = 0; i < count; i++)
    words[i] = (int64_t)((x * i + 1023) * 0x1p52);
  memcpy(numbers, words, count * sizeof *words);
  for (int i = 0; i < count; i++)
    sum += numbers[i];
  return sum;
}
double rootsInPlace(const double *x) {
  double numbers[3], sum = 0;
  memcpy(numbers, x, sizeof numbers);
  for (int i = 0; i < 3; i++) {
    uint64_t word;
    memcpy(&word, numbers + i, 8);
    word = word / 3 + 0x2a9f7893782da1ce;
    memcpy(numbers + i, &word, 8);
  }
  for (int i = 0; i < 3; i++)
    sum += numbers[i] * x[i];
  return sum;
}

static struct {
  int64_t word;
} kept;
NOINLINE static void keep(double x) { kept.word = (int64_t)wordOf(x); }
NOINLINE static double keptLogarithm(void) { return kept.word * 0x1p-52 - 1023; }
double inGlobal(const double *x) {
  keep(x[0] * x[1]);
  return keptLogarithm() * x[2];
}
NOINLINE static void give(double x, int64_t *word) { memcpy(word, &x, 8); }
double given(double x) {
  int64_t word;
  give(x * x, &word);
  return word * 0x1p-52;
}
double added(const double *x) { // a sum of logarithms
  int64_t sum = 0;
  for (int i = 0; i < count - 1; i++)
    sum += (int64_t)(wordOf(x[i]) >> 8);
  return (double)sum * 0x1p-44;
}
double meanByBits(const double *x) {
  uint64_t words[3], mean = 0;
  memcpy(words, x, sizeof words);
  for (int i = 0; i < count - 1; i++)
    mean += words[i] / 3;
  return doubleOf(mean);
}

NOINLINE static void store(uint64_t *at, uint64_t word) { *at = word; }
double chosen(const double *x) { // the first is doubled
  uint64_t words[3];
  memcpy(words, x, sizeof words);
  uint64_t word = words[0] + ((uint64_t)1 << 52);
  for (int i = 0; i < count - 1; i++)
    store(words + i, i ? words[i] : word);
  return doubleOf(words[0]) * doubleOf(words[1]) + doubleOf(words[2]) * x[0];
}

// A tag says which is there.
struct value {
  int isInteger;
  union {
    double number;
    int64_t integer;
  };
};
volatile int kinds[4] = {0, 1, 0, 1};
NOINLINE static double asNumber(const struct value *value) {
  return value->isInteger ? (double)value->integer : value->number;
}
double tagged(double x) {
  struct value values[4];
  double sum = 0;
  for (int i = 0; i < count; i++) {
    values[i].isInteger = kinds[i] + 1 > 1;
    if (values[i].isInteger)
      values[i].integer = i - 2;
    else
      values[i].number = x * x;
  }
  for (int i = 0; i < count; i++)
    sum += x * asNumber(values + i);
  return sum;
}
double truncated(double x) {
  struct value values[4];
  double sum = 0;
  for (int i = 0; i < count; i++) {
    values[i].isInteger = kinds[i] + 1 > 1;
    if (values[i].isInteger)
      values[i].integer = (int64_t)(x * 2 + i);
    else
      values[i].number = x * x;
  }
  for (int i = 0; i < count; i++)
    sum += x * asNumber(values + i);
  return sum;
}
struct record {
  double weight;
  int64_t times;
};
double beside(double x) {
  struct record records[4];
  double sum = 0;
  for (int i = 0; i < count; i++)
    records[i] = (struct record){x * x, i * 1000000007ll};
  for (int i = 0; i < count; i++)
    sum += records[i].weight * records[i].times;
  return sum * 1e-9;
}

CHECK_SCALAR(copied, 0.3, 2.8, 7.7);
CHECK_FUNCTION(readInPlace, 3, 0.3, 2.8, -7.7);
CHECK_SCALAR(inFunction, 0.3, 2.8, 7.7);
CHECK_VECTOR(powersOfAll, 3, 3, 0.3, 2.8, -1.7);
CHECK_SCALAR(copiedBack, 0.3, 2.8, -1.7);
CHECK_FUNCTION(rootsInPlace, 3, 0.3, 2.8, 7.7);
CHECK_FUNCTION(inGlobal, 3, 0.3, 2.8, 7.7);
CHECK_SCALAR(given, 0.3, 2.8, 7.7);
CHECK_FUNCTION(added, 3, 0.3, 2.8, 7.7);
CHECK_FUNCTION(meanByBits, 3, 1.3, 2.8, 7.7);
CHECK_FUNCTION(chosen, 3, 1.3, 2.8, 7.7);
CHECK_SCALAR(tagged, 0.3, 2.8, -1.7);
CHECK_SCALAR(truncated, 0.3, 2.8, -1.7);
CHECK_SCALAR(beside, 0.3, 2.8, -1.7);

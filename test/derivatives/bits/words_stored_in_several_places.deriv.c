// Words of one array that a function is handed one by one, to store numbers' bits in them, and that
// are then converted: what the function is handed at one call is not what it is handed at the next.
#include "check.h"
#include <stdint.h>

NOINLINE static void put(int64_t *word, double x) { memcpy(word, &x, sizeof x); }
double in_an_array(double x) {
  int64_t words[2];
  put(words, x * x);
  put(words + 1, x * 3);
  return (double)words[0] * 0x1p-52 - (double)words[1] * 0x1p-53;
}
CHECK_SCALAR(in_an_array, 1.3, 0.9);

static int64_t kept[3];
double in_a_variable(double x) {
  put(kept, x * x);
  put(kept + 1, x * 3);
  put(kept + 2, x * 7);
  return (double)kept[0] * 0x1p-52 - (double)kept[1] * 0x1p-53 + (double)kept[2] * 0x1p-52;
}
CHECK_SCALAR(in_a_variable, 1.3, 0.9);

struct record {
  int count;
  int64_t words[6];
};
NOINLINE static void append(struct record *r, double x) { put(&r->words[r->count++], x); }
NOINLINE static double logarithms(const struct record *r) {
  double sum = 0;
  for (int i = 0; i < r->count; i++)
    sum += (double)r->words[i] * 0x1p-52 * (i + 1);
  return sum;
}
double in_a_record(double x) {
  struct record r = {0};
  append(&r, x * x);
  append(&r, x * 3);
  put(&r.words[2], x + 1);
  r.count++;
  append(&r, x * 5);
  append(&r, 2 / x);
  return logarithms(&r);
}
CHECK_SCALAR(in_a_record, 1.3, 0.9);

// Values of a script: where a text holds an integer, the integer that was computed of its digits is
// stored by the same instruction as a number would be. Texts lie in memory of which it is not known
// that it holds no numbers.
#include "check.h"
#include <stdint.h>
#include <stdlib.h>

typedef union {
  double number;
  int64_t integer;
  void *other;
} Slot;
typedef struct {
  Slot slot;
  int tag;
} Value;
enum { INTEGER = 3, NUMBER = 19, OTHER = 5 };

static const char *integer_in(const char *text, int64_t *result) {
  int64_t sum = 0;
  int isNegative = *text == '-';
  text += isNegative;
  if (*text < '0' || *text > '9')
    return 0;
  for (; *text >= '0' && *text <= '9'; text++)
    sum = sum * 10 + (*text - '0');
  if (*text)
    return 0;
  *result = isNegative ? 0u - sum : sum;
  return text;
}
NOINLINE static int read_value(const char *text, const double *unit, Value *to) {
  int64_t integer;
  double number;
  if (integer_in(text, &integer)) {
    to->slot.integer = integer;
    to->tag = INTEGER;
  } else if (*text == '*') {
    number = *unit * *unit;
    to->slot.number = number;
    to->tag = NUMBER;
  } else {
    return 0;
  }
  return 1;
}
NOINLINE static double number_of(const Value *value) {
  return value->tag == INTEGER ? (double)value->slot.integer : value->slot.number;
}

static const char *texts[] = {"12", "*", "-7", "*", "305"};
static unsigned char pool[256];

NOINLINE static void *keep(size_t *used, const void *bytes, size_t count) {
  void *kept = memcpy(pool + *used, bytes, count);
  *used += (count + 7) / 8 * 8;
  return kept;
}

double written_values(double x) {
  Value values[5];
  double sum = 0;
  size_t used = 0;
  for (int i = 0; i < 5; i++) {
    double unit = x * (i + 1);
    const double *kept = keep(&used, &unit, sizeof unit);
    if (read_value(keep(&used, texts[i], strlen(texts[i]) + 1), kept, &values[i]))
      sum += number_of(&values[i]) * x;
  }
  for (int i = 0; i + 1 < 5; i++)
    if (values[i].tag == INTEGER && values[i + 1].tag == NUMBER)
      sum += values[i].slot.integer * values[i + 1].slot.number;
  return sum;
}
CHECK_SCALAR(written_values, 0.7, 1.3);

// A number that is computed, and put into memory by its low and its high part, or byte by byte:
// memory that is read as a number, whose low part is not an integer because a word is stored there.
#include "bits.h"
#include "check.h"

NOINLINE static void putWords(void *to, double value) {
  unsigned words[2];
  memcpy(words, &value, 8);
  memcpy((char *)to + 8, &words[0], 4);
  memcpy((char *)to + 12, &words[1], 4);
}
NOINLINE static void putBytes(void *to, double value) {
  for (int i = 0; i < 8; i++)
    ((char *)to)[8 + i] = ((char *)&value)[i];
}
NOINLINE static double second(void *from) { return ((double *)from)[1]; }

double byWords(const double *x) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    double place[2];
    putWords(place, x[i] * x[0] * (i + 1));
    sum += second(place) * x[1];
    putWords(place, 0.25);
  }
  return sum;
}
CHECK_FUNCTION(byWords, 3, 0.7, -1.2, 2.1);

double byBytes(const double *x) {
  double *place = malloc(2 * sizeof *place), sum = 0;
  for (int i = 0; i < 3; i++) {
    putBytes(place, x[i] * x[0] * (i + 1));
    sum += second(place) * x[1];
    putBytes(place, 0.25);
  }
  free(place);
  return sum;
}
CHECK_FUNCTION(byBytes, 3, 0.7, -1.2, 2.1);

struct parts {
  unsigned low, high;
};
union either {
  struct parts parts;
  double number;
};
NOINLINE static void putParts(union either *to, double value) {
  uint64_t bits = wordOf(value);
  to->parts = (struct parts){(unsigned)bits, (unsigned)(bits >> 32)};
}
double byMembers(const double *x) {
  union either all[3];
  double sum = 0;
  for (int i = 0; i < 3; i++)
    putParts(&all[i], x[i] * x[1] + x[2]);
  for (int i = 0; i < 3; i++)
    sum += all[i].number * all[2 - i].number;
  return sum;
}
CHECK_FUNCTION(byMembers, 3, 0.7, -1.2, 2.1);

typedef double pairOfNumbers __attribute__((ext_vector_type(2)));
static void putInline(void *to, double value) {
  for (int i = 0; i < 8; i++)
    ((char *)to)[8 + i] = ((char *)&value)[i];
}
double inAVector(const double *x) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    void *place = __builtin_alloca(32);
    putInline(place, x[i] * x[0] * (i + 1));
    sum += (*(pairOfNumbers *)place).y * x[1];
  }
  return sum;
}
CHECK_FUNCTION(inAVector, 3, 0.7, -1.2, 2.1);

// A loop that moves words steps from a double to a pointer: it moves neither alone.
// flags: -fno-strict-aliasing
#include "check.h"

struct record {
  double number;
  double *where;
};
struct pair {
  double *where;
  long count;
  float *other;
};

static void move(void *to, const void *from, long words) {
  for (long i = 0; i < words; i++)
    ((long *)to)[i] = ((const long *)from)[i];
}
NOINLINE static void moveElsewhere(void *to, const void *from, long words) { move(to, from, words); }

static double *keep(double x) {
  double *kept = malloc(sizeof x);
  *kept = x;
  return kept;
}

static double ofBoth(double x) {
  struct record *one = malloc(sizeof *one), *other = malloc(sizeof *other);
  one->where = keep(x);
  one->number = x;
  move(other, one, 2);
  double result = other->number * *other->where * x;
  free(one->where), free(one), free(other);
  return result;
}
CHECK_SCALAR(ofBoth, 0.5, 2.0, -1.25);

static double ofArray(double x) {
  enum { Count = 3 };
  struct record *ones = malloc(Count * sizeof *ones), *others = malloc(Count * sizeof *others);
  for (int i = 0; i < Count; i++) {
    ones[i].where = keep(x * (i + 1));
    ones[i].number = sin(x * i);
  }
  move(others, ones, 2 * Count);
  double result = 0;
  for (int i = 0; i < Count; i++)
    result += others[i].number * *others[i].where;
  for (int i = 0; i < Count; i++)
    free(ones[i].where);
  free(ones), free(others);
  return result;
}
CHECK_SCALAR(ofArray, 0.5, 2.0, -1.25);

static double ofPointers(double x) {
  struct pair *one = malloc(sizeof *one), *other = malloc(sizeof *other);
  float number = 3;
  one->where = keep(x);
  one->count = 2;
  one->other = &number;
  moveElsewhere(other, one, 3);
  double result = *other->where * *other->where * other->count * *other->other;
  free(one->where), free(one), free(other);
  return result;
}
CHECK_SCALAR(ofPointers, 0.5, 2.0, -1.25);

static double readOnly(double x) {
  struct record one = {x, &x};
  long words[2];
  move(words, &one, 2);
  struct record other;
  move(&other, words, 2);
  return other.number * *other.where * other.number;
}
CHECK_SCALAR(readOnly, 0.5, 2.0, -1.25);

// Numbers in members that are declared integers, which one function reaches by stepping on from the
// first member, as a number or as a structure of one, and whose sign another function turns. The
// program says no-strict-aliasing. Sizes behind a function object of one number are none.
// flags: -fno-strict-aliasing
#include "check.h"
#include <stdint.h>

struct One {
  double value;
};
struct Words {
  int64_t first, second, third;
};
struct Behind {
  double first;
  int64_t second, third;
};
NOINLINE static void putNumber(double *at, int i, double value) { at[i] = value; }
NOINLINE static double numberAt(double *at, int i) { return at[i]; }
NOINLINE static void put(One *at, int i, double value) { at[i].value = value; }
NOINLINE static double at(One *at, int i) { return at[i].value; }
NOINLINE static void turn(int64_t &word) { word ^= INT64_MIN; }
NOINLINE static void turnSecond(Words *words) { words->second ^= INT64_MIN; }
NOINLINE static void turnSecond(Behind *words) { words->second ^= INT64_MIN; }

static volatile int one = 1;

double in_words(double x) {
  Words words = {1, 2, 3};
  putNumber((double *)&words, one, x * x);
  turnSecond(&words);
  return numberAt((double *)&words, one) * x * (double)words.third;
}
CHECK_SCALAR(in_words, 0.5, 1.5);

double in_words_by_a_structure(double x) {
  Words words = {1, 2, 3};
  put((One *)&words, one, x * x);
  turnSecond(&words);
  return at((One *)&words, one) * x * (double)words.third;
}
CHECK_SCALAR(in_words_by_a_structure, 0.5, 1.5);

double behind_a_number(double x) {
  Behind words = {x, 2, 3};
  putNumber(&words.first, one, x * x);
  turnSecond(&words);
  return numberAt(&words.first, one) * words.first * (double)words.third;
}
CHECK_SCALAR(behind_a_number, 0.5, 1.5);

double behind_a_structure(double x) {
  Behind words = {x, 2, 3};
  put((One *)&words.first, one, x * x);
  turn(words.second);
  return at((One *)&words.first, one) * words.first * (double)words.third;
}
CHECK_SCALAR(behind_a_structure, 0.5, 1.5);

// Doubles whose bits are computed with as numbers: first guesses of roots, keys that sort like
// numbers, values that carry a kind where a number has its exponent.
#include "bits.h"
#include "check.h"

NOINLINE static double guess(double v) {
  return doubleOf(0x5fe6eb50c7b537a9ull - (wordOf(v) >> 1));
}
double inverseRoot(double x) {
  double v = x * x + x, half = v * 0.5, y = guess(v);
  for (int i = 0; i < 5; i++)
    y = y * (1.5 - half * y * y);
  return y;
}
CHECK_SCALAR(inverseRoot, 0.7);
double guessAlone(double x) { return guess(x * x) * x; }
CHECK_SCALAR(guessAlone, 0.7);

double exponentBumped(double x) { return doubleOf(wordOf(x * x) + (1ull << 52)); }
CHECK_SCALAR(exponentBumped, 0.7, -1.9);

NOINLINE static uint64_t keyOf(double d) {
  uint64_t u = wordOf(d);
  return u >> 63 ? ~u : u | 1ull << 63;
}
NOINLINE static double ofKey(uint64_t key) {
  return doubleOf(key >> 63 ? key & ~(1ull << 63) : ~key);
}
NOINLINE static void sortKeys(uint64_t *key, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j && key[j - 1] > key[j]; j--) {
      uint64_t other = key[j];
      key[j] = key[j - 1];
      key[j - 1] = other;
    }
}
double sortedKeys(const double *x) {
  uint64_t keys[3];
  for (int i = 0; i < 3; i++)
    keys[i] = keyOf(x[i] * x[0]);
  sortKeys(keys, 3);
  return ofKey(keys[0]) * 2 + ofKey(keys[1]) * ofKey(keys[2]);
}
CHECK_FUNCTION(sortedKeys, 3, 0.7, -1.2, 2.1);

// Boxes: doubles beside integers, whose upper bits say that they are no numbers.
typedef uint64_t box;
static const uint64_t integer = 0xfffe000000000000ull, offset = 0x0002000000000000ull;
NOINLINE static box ofInteger(int32_t i) { return integer | (uint32_t)i; }
static int isInteger(box v) { return v >= integer; }

NOINLINE static box ofNumber(double d) { return wordOf(d); }
NOINLINE static double numberOf(box v) {
  return isInteger(v) ? (double)(int32_t)(uint32_t)v : doubleOf(v);
}
NOINLINE static box multiply(box a, box b) {
  if (isInteger(a) && isInteger(b))
    return ofInteger((int32_t)(uint32_t)a * (int32_t)(uint32_t)b);
  return ofNumber(numberOf(a) * numberOf(b));
}
double boxed(const double *x) {
  box stack[4] = {ofNumber(x[0]), ofInteger(3), ofNumber(x[1])};
  stack[3] = multiply(stack[0], stack[1]);
  box last = multiply(stack[3], stack[2]);
  return numberOf(last) * numberOf(multiply(stack[1], stack[1]));
}
CHECK_FUNCTION(boxed, 2, 0.7, -1.2);

NOINLINE static box ofNumberMoved(double d) { return wordOf(d) + offset; }
NOINLINE static double numberMoved(box v) {
  return isInteger(v) ? (double)(int32_t)(uint32_t)v : doubleOf(v - offset);
}
NOINLINE static void run(box *stack, const char *program) {
  int top = 0;
  for (; *program; program++)
    if (*program == '3')
      stack[top++] = ofInteger(3);
    else if (*program >= 'a')
      stack[top++] = stack[*program - 'a' + 8];
    else {
      box a = stack[top - 2], b = stack[top - 1];
      top--;
      if (isInteger(a) && isInteger(b))
        stack[top - 1] = ofInteger((int32_t)(uint32_t)a + (int32_t)(uint32_t)b);
      else
        stack[top - 1] = ofNumberMoved(*program == '+' ? numberMoved(a) + numberMoved(b)
                                                       : numberMoved(a) * numberMoved(b));
    }
}
double interpreted(const double *x) {
  box *stack = malloc(16 * sizeof *stack);
  stack[8] = ofNumberMoved(x[0] * x[1]);
  stack[9] = ofNumberMoved(x[1]);
  run(stack, "ab*33++a*");
  double result = numberMoved(stack[0]);
  free(stack);
  return result;
}
CHECK_FUNCTION(interpreted, 2, 0.7, -1.2);

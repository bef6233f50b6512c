// Words of numbers that functions which call themselves are handed or return, and that are
// converted to numbers at last, computed with, or made of numbers there. Words that are no numbers'
// bits are handed to the same functions, and what is a step stays one. oracle: differs, to it a
// number that is converted to an integer is a step always
#include "bits.h"
#include "check.h"
volatile int depth = 3;

NOINLINE static double converted(int64_t w, int n) { return n ? converted(w, n - 1) : w * 0x1p-52; }
double logarithm(double x) { return converted((int64_t)wordOf(x), depth) - 1023; }
double ofInteger(double x) { // as well
  return x * converted((int64_t)1 << 52, depth) + converted((int64_t)wordOf(x), 1);
}

NOINLINE static double one(int64_t w, int n);
NOINLINE static double other(int64_t w, int n) { return n ? 1 + one(w, n - 1) : w * 0x1p-52; }
NOINLINE static double one(int64_t w, int n) { return n ? 2 * other(w, n - 1) : w * 0x1p-52; }
double eachOther(double x) { return x * one((int64_t)wordOf(x), depth); }

NOINLINE static int64_t returned(double x, int n) {
  return n ? returned(x, n - 1) : (int64_t)wordOf(x);
}
double ofResult(double x) { return (double)returned(x * x, depth) * 0x1p-52; }

NOINLINE static int64_t made(double z, int n) {
  return n ? made(z, n - 1) : (int64_t)((z + 1023) * 0x1p52);
}
double power(double z) { return doubleOf((uint64_t)made(z, depth)); }

NOINLINE static uint64_t halved(uint64_t w, int n) {
  return n ? halved(w, n - 1) : (w >> 1) + 0x1ff8000000000000;
}
double root(double x) { return doubleOf(halved(wordOf(x), depth)); }
NOINLINE static double rooted(uint64_t w, int n) {
  return n ? rooted((w >> 1) + 0x1ff8000000000000, n - 1) : doubleOf(w);
}
double roots(double x) { return rooted(wordOf(x), depth); }

// Steps: numbers that are counted, exponents, hashes.
NOINLINE static int64_t counted(double y, int n) { return n ? counted(y, n - 1) + 1 : (int64_t)y; }
double byCount(double x) { return x * (double)counted(x * 2, depth); }
NOINLINE static int64_t exponent(double y, int n) {
  return n ? exponent(y, n - 1) : (int64_t)(wordOf(y) >> 52 & 0x7ff);
}
double byExponent(double x) { return x * (double)exponent(x, depth); }

CHECK_SCALAR(logarithm, 0.3, 2.8, 7.7);
CHECK_SCALAR(ofInteger, 0.3, 2.8, 7.7);
CHECK_SCALAR(eachOther, 0.3, 2.8, 7.7);
CHECK_SCALAR(ofResult, 0.3, 2.8, 7.7);
CHECK_SCALAR(power, 0.3, 2.8, -1.7);
CHECK_SCALAR(root, 0.3, 2.8, 7.7);
CHECK_SCALAR(roots, 0.3, 2.8, 7.7);
CHECK_SCALAR(byCount, 0.3, 2.8, -1.7);
CHECK_SCALAR(byExponent, 0.3, 2.8, 7.7);

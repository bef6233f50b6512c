// The largest and smallest of numbers, kept atomically by their bits, as parallel codes do it for
// want of an atomic maximum of numbers: in variables, members and globals, by functions, with the
// instruction and with a loop of compare-exchange. The old word is a number, too.
#include "bits.h"
#include "check.h"
volatile int count = 3;

double largest(const double *x) {
  uint64_t word = wordOf(x[0]);
  for (int i = 1; i < count; i++)
    __atomic_fetch_max(&word, wordOf(x[i]), __ATOMIC_RELAXED);
  return doubleOf(word) * doubleOf(word);
}
double smallest(const double *x) {
  int64_t word = (int64_t)wordOf(x[0]);
  for (int i = 1; i < count; i++)
    __atomic_fetch_min(&word, (int64_t)wordOf(x[i]), __ATOMIC_SEQ_CST);
  return doubleOf((uint64_t)word) * x[0];
}
double former(const double *x) {
  uint64_t word = wordOf(x[0]);
  double sum = 0;
  for (int i = 1; i < count; i++)
    sum += i * doubleOf(__atomic_fetch_max(&word, wordOf(x[i] * x[i]), __ATOMIC_ACQ_REL));
  return sum * doubleOf(word);
}
struct bounds {
  uint64_t largest[2];
};
NOINLINE static void keep(struct bounds *bounds, int at, double x) {
  __atomic_fetch_max(&bounds->largest[at], wordOf(x), __ATOMIC_RELAXED);
}
double inMembers(const double *x) {
  struct bounds bounds = {{0, 0}};
  for (int i = 0; i < count; i++)
    keep(&bounds, i & 1, x[i] * x[i]);
  return doubleOf(bounds.largest[0]) * 3 + doubleOf(bounds.largest[1]);
}
static uint64_t kept;
NOINLINE static void keepGlobally(const double *x) {
  __atomic_fetch_max(&kept, wordOf(*x), __ATOMIC_RELAXED);
}
double inGlobal(const double *x) {
  __atomic_store_n(&kept, wordOf(x[0]), __ATOMIC_RELAXED);
  for (int i = 1; i < count; i++)
    keepGlobally(x + i);
  double result = doubleOf(__atomic_load_n(&kept, __ATOMIC_RELAXED));
  return result * result;
}
double byComparing(const double *x) {
  uint64_t word = wordOf(x[0]);
  for (int i = 1; i < count; i++) {
    uint64_t old = __atomic_load_n(&word, __ATOMIC_RELAXED), own = wordOf(x[i]);
    while (own > old &&
           !__atomic_compare_exchange_n(&word, &old, own, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      ;
  }
  return doubleOf(word) * doubleOf(word);
}
NOINLINE static void keepByComparing(uint64_t *word, double x) {
  uint64_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (doubleOf(old) < x &&
         !__atomic_compare_exchange_n(word, &old, wordOf(x), 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}
double byComparingThere(const double *x) {
  uint64_t word = wordOf(x[0]);
  for (int i = 1; i < count; i++)
    keepByComparing(&word, x[i]);
  return doubleOf(word) * doubleOf(word);
}
double beside(const double *x) { // a counter is none of it
  double largest = 0;
  int64_t most = 0;
  for (int i = 0; i < count; i++) {
    largest = x[i] > largest ? x[i] : largest;
    __atomic_fetch_max(&most, (int64_t)x[i], __ATOMIC_RELAXED);
  }
  return largest * (double)most;
}
#define POINTS 1.5, 2.25, 0.75, 7.5, 2.25, 3.5, 0.3, 0.5, 0.75
CHECK_FUNCTION(largest, 3, POINTS);
CHECK_FUNCTION(smallest, 3, POINTS);
CHECK_FUNCTION(former, 3, POINTS);
CHECK_FUNCTION(inMembers, 3, POINTS);
CHECK_FUNCTION(inGlobal, 3, POINTS);
CHECK_FUNCTION(byComparing, 3, POINTS);
CHECK_FUNCTION(byComparingThere, 3, POINTS);
CHECK_FUNCTION(beside, 3, POINTS);

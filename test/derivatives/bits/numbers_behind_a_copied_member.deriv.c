// Structures of a number and integers, copied as many as the run says. One function steps on from
// the number and writes more of them over the integers: the program says no-strict-aliasing.
// Reached by its name, through a pointer, and from a member that others lead to.
// flags: -fno-strict-aliasing
#include "check.h"
#include <stdint.h>

struct behind {
  double first;
  int64_t second, third;
};
static volatile int one = 1;
NOINLINE static void put(double *at, int i, double value) { at[i] = value; }
NOINLINE static double get(double *at, int i) { return at[i]; }
static void putHalf(double *at, int i, double value) { at[i] = value / 2; }
static void (*puts_[2])(double *, int, double) = {put, putHalf};
NOINLINE static void copy(struct behind *to, const struct behind *from, int n) {
  memcpy(to, from, (size_t)n * sizeof *to);
}

double copied_as_the_run_says(double x) {
  struct behind own = {x, 2, 3}, other;
  put(&own.first, one, x * x);
  copy(&other, &own, one);
  return get(&other.first, one) * own.first * (double)own.third;
}
CHECK_SCALAR(copied_as_the_run_says, 0.5, 1.5);

double written_through_a_pointer(double x) {
  struct behind own = {x, 2, 3}, other;
  puts_[one](&own.first, one, x * x);
  copy(&other, &own, one);
  return get(&other.first, one) * own.first * (double)other.third;
}
CHECK_SCALAR(written_through_a_pointer, 0.5, 1.5);

struct owner {
  struct behind *behind;
};
NOINLINE static void putBehind(struct owner *owner, double value) {
  put(&owner->behind->first, one, value);
}
double written_behind_a_member(double x) {
  struct behind own[2] = {{x, 2, 3}, {x, 2, 3}}, others[2];
  struct owner owner = {own + 1};
  putBehind(&owner, x * x);
  copy(others, own, 2);
  return get(&others[1].first, one) * own[0].first * (double)others[1].third;
}
CHECK_SCALAR(written_behind_a_member, 0.5, 1.5);

// Here code steps through an array alone: what lies behind it is a count.
struct counted {
  double numbers[3];
  int64_t count;
};
NOINLINE static void copyCounted(struct counted *to, const struct counted *from, int n) {
  memcpy(to, from, (size_t)n * sizeof *to);
}
double counted_arrays(double x) {
  struct counted own = {{x, 1, 2}, 3}, other;
  for (int i = 0; i < 3; i++)
    put(own.numbers, i, x * (i + x));
  copyCounted(&other, &own, one);
  other.count += other.count * own.count;
  return get(other.numbers, one) * (double)other.count * own.numbers[2];
}
CHECK_SCALAR(counted_arrays, 0.5, 1.5);

// Structures of a number and integers, copied as many as the run says. One function steps on from
// the number and writes more of them over the integers: the program says no-strict-aliasing.
// Reached by its name, through a pointer, from a member that others lead to, and as qsort's comparison.
// flags: -fno-strict-aliasing
#include "check.h"
#include <stdint.h>
#include <stdlib.h>

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

// A comparison that writes numbers, which are sorted with their structures. It does not say which.
struct shorter {
  double first;
  int64_t second;
};
static int compare(const void *a, const void *b) {
  double *p = (double *)&((const struct shorter *)a)->first;
  double *q = (double *)&((const struct shorter *)b)->first;
  p[one] = p[0] * p[0];
  q[one] = q[0] * q[0];
  return p[0] < q[0] ? -1 : 1;
}
double written_by_a_comparison(double x) {
  struct behind own[3] = {{x + 8, 2}, {x * 3, 2}, {x * x - 4, 3}};
  qsort(own, 3, sizeof *own, compare);
  double d;
  memcpy(&d, &own[0].second, sizeof d);
  return d * own[1].first * (double)own[1].third + get(&own[1].first, one);
}
CHECK_SCALAR(written_by_a_comparison, 0.5, 1.5);

// Called through a pointer in the structure that leads to the numbers; another turns the sign.
struct operations {
  void (*put)(double *, int, double);
  struct behind *behind;
};
NOINLINE static void turnSign(struct operations *o) { o->behind->second ^= INT64_MIN; }
NOINLINE static void store(struct operations *o, double value) {
  o->put(&o->behind->first, 1, value);
}
NOINLINE static double stored(struct operations *o, double x) {
  store(o, x);
  turnSign(o);
  return get(&o->behind->first, 1);
}
double turned_behind_a_pointer_to_a_function(double x) {
  struct behind own = {x, 2, 3};
  struct operations o = {puts_[one], &own};
  return stored(&o, x * x) * own.first;
}
CHECK_SCALAR(turned_behind_a_pointer_to_a_function, 0.5, 1.5);

static struct operations everybodys;
double turned_behind_a_variable(double x) {
  struct behind own = {x, 2, 3};
  everybodys.put = puts_[one], everybodys.behind = &own;
  store(&everybodys, x * x);
  turnSign(&everybodys);
  return get(&own.first, 1) * own.first;
}
CHECK_SCALAR(turned_behind_a_variable, 0.5, 1.5);

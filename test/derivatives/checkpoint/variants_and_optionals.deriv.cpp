// Loops that keep snapshots beside what is a number now and an integer then: optionals, variants,
// unions with a tag, a counter kept in one of them. What the loop hands on is what it was.
#include "check.h"
#include <optional>
#include <variant>

static volatile int length = 12;

/// The flag of an optional is a byte that is chosen, never computed with.
static double lastGood(const double *x) {
  std::optional<double> good;
  double s = x[1], factor = x[0];
  int n = length;
#pragma enzyme checkpoint(3)
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0)
      good = s * factor;
    else if (i % 4 == 0)
      good.reset();
    s = sin(s) * good.value_or(0.3) + x[2];
  }
  return s + good.value_or(1);
}

/// A counter goes into memory that holds a double at other times.
static double valueOrCount(const double *x) {
  std::variant<double, long> state = x[0] * x[0];
  double s = x[1];
  int n = length;
  if (n == 7)
    state = 5L;
#pragma enzyme checkpoint(3)
  for (int i = 0; i < n; i++) {
    double now = state.index() == 0 ? std::get<0>(state) : 0.1 * std::get<1>(state);
    s = sin(s) * now + x[2];
    if (i % 3 == 0)
      state = s;
    else if (i % 5 == 0)
      state = long(i);
  }
  return s;
}

struct Tagged {
  int kind;
  union {
    double value;
    long count;
  };
  double now() const { return kind ? 0.1 * count : value; }
};
NOINLINE static Tagged next(Tagged t, double s, int i) {
  if (i % 4 == 1) {
    t.kind = 1;
    t.count = i;
  } else {
    t.value = t.now() * s;
    t.kind = 0;
  }
  return t;
}
static double taggedUnion(const double *x) {
  Tagged t = {0, {x[0]}};
  double s = x[1];
  int n = length;
  if (n == 7) {
    t.kind = 1;
    t.count = 3;
  }
#pragma enzyme checkpoint(3)
  for (int i = 0; i < n; i++) {
    t = next(t, s, i);
    s = sin(s) * t.now() + x[2];
  }
  return s;
}

/// The loop only reads it: a parameter of what the loop becomes.
static double onlyRead(const double *x) {
  Tagged t;
  int n = length;
  t.kind = n < 9;
  if (n < 9)
    t.count = n;
  else
    t.value = x[0] * x[0];
  double s = x[1];
#pragma enzyme checkpoint(3)
  for (int i = 0; i < n; i++)
    s = sin(s) * t.now() + x[2];
  return s;
}

CHECK_FUNCTION(lastGood, 3, 0.9, 0.3, 0.2);
CHECK_FUNCTION(valueOrCount, 3, 0.9, 0.3, 0.2);
CHECK_FUNCTION(taggedUnion, 3, 0.9, 0.3, 0.2);
CHECK_FUNCTION(onlyRead, 3, 0.9, 0.3, 0.2);

// A number that was found equal to another is not that number: the derivative is that of what
// the program computes with it, whatever the comparison told.
// also: -ffast-math
#include "check.h"
#include <stdint.h>

static double equal(double x, double y) { return x == 1 ? x * x * x * x : y; }
static double unequal(double x, double y) { return x != 1 ? y : x * x * x * x; }
static double behindABranch(double x, double y) {
  double result = y;
  if (x == 1) {
    result = x * x;
    for (int i = 0; i < 3; i++)
      result += x * y;
  }
  return result;
}
static double between(double x, double y) { return x <= 1 && x >= 1 ? x * x * x : y; }
static double notBeside(double x, double y) { return x < 1 || x > 1 ? y : x * x * x; }
static double difference(double x, double y) { return x - 1 == 0 ? x * x * x : y; }
static double eachOther(double x, double y) { return x == y ? x * x * x + y : 7; }
static double itself(double x, double y) { return x == 1 ? 1 : x + y; }
static double chained(double x, double y) {
  if (x == 0)
    return y;
  if (x == 1)
    return x * y;
  if (x == 2)
    return x * x * y;
  return 5;
}
static double untilEqual(double x, double y) {
  while (x != 1)
    x = x > 1 ? x / 2 : x + y;
  return x * x * x;
}
static double assumed(double x, double y) {
  __builtin_assume(x == 1);
  return x * x * y;
}
static double unreachable(double x, double y) {
  if (x != 1)
    __builtin_unreachable();
  return x * x * y;
}
static double bits(double x, double y) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  return word == 0x3ff0000000000000 ? x * x * x : y;
}
static double bitsMoved(double x, double y) {
  uint64_t word;
  double copy = 0;
  memcpy(&word, &x, sizeof word);
  if (word == 0x3ff0000000000000)
    memcpy(&copy, &word, sizeof copy);
  return copy * copy * y;
}
static double bitsCased(double x, double y) {
  union {
    double number;
    uint64_t word;
  } both = {x};
  switch (both.word) {
  case 0x3ff0000000000000:
    return both.number * both.number * y;
  case 0x4000000000000000:
    return both.number * y;
  }
  return y;
}
// What is moved in the branch are the bits of the number, not of the constant.
static void compact(uint64_t *to, const uint64_t *from, int n, int *ones) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    uint64_t word = from[i];
    if (word == 0x3ff0000000000000) {
      ++*ones;
      to[k++] = word;
    } else if (word)
      to[k++] = word;
  }
}
static double compacted(double x, double y) {
  double from[4] = {x, 0, y, x * y}, to[4] = {0};
  uint64_t words[4], rest[4] = {0};
  int ones = 0;
  memcpy(words, from, sizeof words);
  compact(rest, words, 4, &ones);
  memcpy(to, rest, sizeof to);
  return to[0] * to[0] * to[1] + to[2] + ones;
}
static double halves(double x, double y) {
  float numbers[4] = {(float)x, (float)y, 1, (float)(x * y)};
  uint32_t words[4], turned[4] = {0};
  memcpy(words, numbers, sizeof words);
  for (int i = 0; i < 4; i++)
    switch (words[i]) {
    case 0x3f800000:
      turned[3 - i] = words[i];
      break;
    case 0:
      turned[0] = 1;
      break;
    default:
      turned[3 - i] = words[i];
    }
  memcpy(numbers, turned, sizeof turned);
  return numbers[0] * numbers[1] + numbers[2] * numbers[3];
}
static double memory(double x, double y) {
  const double one = 1;
  return memcmp(&x, &one, sizeof x) == 0 ? x * x * x : y;
}
static const double table[2] = {3, 1};
static double foundIn(double x, double y) {
  for (int i = 0; i < 2; i++)
    if (table[i] == x)
      return x * x * table[i] * y;
  return y;
}
static double zero(double x, double y) { return x == 0 ? sin(x) + y : y; }
static double magnitude(double x, double y) { return (x < 0 ? -x : x) + y; }
static double larger(double x, double y) { return x > y ? x : y; }
static double infinite(double x, double y) { return __builtin_isinf(x) ? 0 : x == 1 ? x * y : y; }
static double clamped(double x, double y) {
  double t = x < 0 ? 0 : x > 1 ? 1 : x;
  return t == 1 ? t * y : y;
}
typedef double pair __attribute__((vector_size(16)));
static double lanes(double x, double y) {
  pair p = {x, y};
  pair isOne = (pair)((p == 1) & (__typeof__(p == 1))(p * p * p));
  return isOne[0] + isOne[1];
}
static double store(double x, double y) {
  double cell = y;
  if (cell == x)
    cell = x; // the same value
  return cell * cell;
}

static void expect(checkTwo reverse, double forwardX, double forwardY, double x, double y) {
  EXPECT_EXACT(reverse.first, x);
  EXPECT_EXACT(reverse.second, y);
  EXPECT_EXACT(forwardX, x);
  EXPECT_EXACT(forwardY, y);
}
#define EXPECT_AT(f, x, y, byX, byY)                                                               \
  expect(__enzyme_autodiff_check2((void *)f, x, y),                                                \
         __enzyme_fwddiff_check2((void *)f, enzyme_primal_return, x, 1.0, y, 0.0).tangent,         \
         __enzyme_fwddiff_check2((void *)f, enzyme_primal_return, x, 0.0, y, 1.0).tangent, byX,    \
         byY)

CHECK_VALUES(one) {
  EXPECT_AT(equal, 1.0, 3.0, 4, 0);
  EXPECT_AT(unequal, 1.0, 3.0, 4, 0);
  EXPECT_AT(behindABranch, 1.0, 3.0, 11, 3);
  EXPECT_AT(between, 1.0, 3.0, 3, 0);
  EXPECT_AT(notBeside, 1.0, 3.0, 3, 0);
  EXPECT_AT(difference, 1.0, 3.0, 3, 0);
  EXPECT_AT(eachOther, 2.0, 2.0, 12, 1);
  EXPECT_AT(itself, 1.0, 3.0, 0, 0);
  EXPECT_AT(chained, 2.0, 3.0, 12, 4);
  EXPECT_AT(chained, 1.0, 3.0, 3, 1);
  EXPECT_AT(untilEqual, 8.0, 3.0, .375, 0);
  EXPECT_AT(foundIn, 1.0, 3.0, 6, 1);
  EXPECT_AT(infinite, 1.0, 3.0, 3, 1);
  EXPECT_AT(clamped, 1.0, 3.0, 3, 1);
  EXPECT_AT(lanes, 1.0, 1.0, 3, 3);
}

CHECK_VALUES(assumptions) {
  EXPECT_AT(assumed, 1.0, 3.0, 6, 1);
  EXPECT_AT(unreachable, 1.0, 3.0, 6, 1);
}

CHECK_VALUES(asBits) {
  EXPECT_AT(bits, 1.0, 3.0, 3, 0);
  EXPECT_AT(bitsMoved, 1.0, 3.0, 6, 1);
  EXPECT_AT(bitsCased, 1.0, 3.0, 6, 1);
  EXPECT_AT(bitsCased, 2.0, 3.0, 3, 2);
  EXPECT_AT(memory, 1.0, 3.0, 3, 0);
  EXPECT_AT(compacted, 1.0, 2.0, 6, 2);
  EXPECT_AT(halves, 1.0, 2.0, 4, 2);
}

CHECK_VALUES(sides) {
  EXPECT_AT(zero, 0.0, 3.0, 1, 1);
  EXPECT_AT(magnitude, 0.0, 3.0, 1, 1);
  EXPECT_AT(larger, 2.0, 2.0, 0, 1);
  EXPECT_AT(store, 2.0, 2.0, 4, 0);
}

// At second order the derivative is optimised before it is differentiated.
static double slope(double x, double y) {
  return __enzyme_autodiff_check2((void *)bits, x, y).first +
         __enzyme_autodiff_check2((void *)between, x, y).first;
}
CHECK_VALUES(secondOrder) { EXPECT_AT(slope, 1.0, 3.0, 12, 0); }

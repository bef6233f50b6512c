// Variants and unions of a float and a double, copied as a whole: LLVM moves them as doubles,
// whatever they hold. An adjoint is added up as what it is.
#define CHECK_STEP 1.0 / 1024
#define CHECK_TOLERANCE 1e-3
#define CHECK_EXACTNESS 1e-6
#include "check.h"
#include <variant>
#include <vector>

static volatile int length = 9;
using Number = std::variant<float, double>;
static double valueOf(const Number &v) {
  return std::visit([](auto held) { return (double)held * 0.5; }, v);
}

/// The variant is used after it was copied, and so are the copies.
static double kept(const double *x) {
  int n = length;
  Number v = x[0] * x[0];
  std::vector<Number> all;
  double s = 0;
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0)
      v = x[1] * s + i;
    else if (i % 3 == 1)
      v = (float)(x[2] + i);
    all.push_back(v);
    s = sin(s) + valueOf(v);
  }
  std::vector<Number> copies = all;
  for (const Number &each : all)
    s += sin(valueOf(each)) * x[0];
  for (const Number &each : copies) {
    double value = valueOf(each);
    s += value * value;
  }
  return s;
}

/// One of three, with an integer.
using Any = std::variant<double, long, float>;
static double ofThree(const double *x) {
  int n = length;
  Any v = (float)x[0];
  std::vector<Any> all;
  double s = 0;
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0)
      v = x[1] * s + i;
    else if (i % 3 == 1)
      v = (float)(x[2] + i);
    else
      v = (long)i;
    all.push_back(v);
    s = sin(s) + std::visit([](auto held) { return (double)held * 0.5; }, v);
  }
  for (const Any &each : all)
    s += sin(std::visit([](auto held) { return (double)held; }, each)) * x[0];
  return s;
}

NOINLINE static void put(Number *number, double value, bool isWide) {
  if (isWide)
    *number = value;
  else
    *number = (float)value;
}
NOINLINE static void shift(Number *numbers, int n) {
  Number last = numbers[n - 1];
  for (int i = n - 1; i > 0; i--)
    numbers[i] = numbers[i - 1];
  numbers[0] = last;
}
static double shifted(const double *x) {
  int n = length;
  std::vector<Number> numbers(n);
  for (int i = 0; i < n; i++)
    put(&numbers[i], x[i % 3] * (i + 1), i % 2);
  double s = 0;
  for (int round = 0; round < 4; round++) {
    s = sin(s) + valueOf(numbers[0]);
    shift(numbers.data(), n);
    s += valueOf(numbers[n / 2]) * x[0];
  }
  for (const Number &each : numbers)
    s += sin(valueOf(each));
  return s;
}

CHECK_FUNCTION(kept, 3, 0.9, 0.3, 0.2);
CHECK_FUNCTION(ofThree, 3, 0.9, 0.3, 0.2);
CHECK_FUNCTION(shifted, 3, 0.9, 0.3, 0.2);

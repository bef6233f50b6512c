// Paths that only end the program have no derivative. Those that seem to and come back have one: by
// an exception, also from a function that says it does not return, through destructors that write,
// or through a pointer (to other files' functions: ends_through_pointers_to_other_files). What is written before is kept, in the path itself, too.
// only: -O0 -O2 asan
#include "check.h"
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>

struct Failure {
  double value;
};
[[noreturn]] NOINLINE static void fail(double x) {
  std::string text = "value " + std::to_string(x);
  if (text.empty())
    std::abort();
  throw Failure{x * x};
}
static double caughtHere(double x) {
  try {
    if (x > 1)
      fail(x);
    return x;
  } catch (const Failure &failure) {
    return 3 * failure.value * x;
  }
}
NOINLINE static double checked(double x, double *out) {
  if (x > 1) {
    out[0] = x * x * x; // lasts
    fail(x);
  }
  if (x < -100) {
    std::cerr << "too small: " << x << std::endl;
    std::abort();
  }
  return x;
}
static double caughtByCaller(double x) {
  double out[1] = {0};
  try {
    return checked(x, out);
  } catch (const Failure &failure) {
    return failure.value + out[0];
  }
}
struct Writer {
  double *place, value;
  ~Writer() { *place = value * value; }
};
NOINLINE static void leaveThroughDestructor(double x, double *out) {
  Writer writer{out, 2 * x};
  if (x > 1)
    fail(x);
}
static double writtenOnTheWay(double x) {
  double out[1] = {0};
  try {
    leaveThroughDestructor(x, out);
  } catch (...) {
    return out[0] * x;
  }
  return out[0];
}
static void stop(double) { std::abort(); }
static void (*const handlers[])(double) = {fail, stop};
static int volatile which = 0;
static double throughPointer(double x) {
  try {
    if (x > 1) {
      handlers[which](x);
      __builtin_unreachable();
    }
    return x;
  } catch (const Failure &failure) {
    return failure.value;
  }
}
double f(const double *x) {
  return caughtHere(x[0]) + caughtByCaller(x[0]) * writtenOnTheWay(x[1]) + throughPointer(x[1]);
}
CHECK_FUNCTION(f, 2, 0.5, 0.7, 1.5, 0.5, 1.25, 2);

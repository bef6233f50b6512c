// Exceptions that carry active values, or leave calls that wrote some, and are caught inside:
// thrown here, by calls, through several functions and destructors, thrown on, sometimes in a loop.
#include "check.h"
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

struct Failure {
  double value;
};
static double carried(double x) {
  try {
    if (x > 1)
      throw Failure{x * x};
    return x;
  } catch (const Failure &failure) {
    return 3 * failure.value * x;
  }
}
NOINLINE static double limited(double x) {
  if (x > 1)
    throw Failure{x * x};
  return x;
}
static double carriedFromCall(double x) {
  try {
    return limited(x) * 2;
  } catch (const Failure &failure) {
    return 3 * failure.value;
  }
}
static double memory[2];
NOINLINE static void checked() {
  if (memory[0] > 1)
    throw Failure{memory[0]};
}
static double carriedFromMemory(double x) {
  memory[0] = x * x;
  try {
    checked();
  } catch (const Failure &failure) {
    return 3 * failure.value;
  }
  return x;
}
NOINLINE static void half(double x, double *out) {
  out[0] = x * x;
  if (x > 1)
    throw std::runtime_error("too large");
  out[1] = x * x * x;
}
static double written(double x) {
  double out[2] = {0, 0};
  try {
    half(x, out);
  } catch (const std::runtime_error &) {
    return 2 * out[0] * x;
  }
  return out[0] + out[1];
}
// derived class, base catch, several frames, rethrow
struct Base : std::runtime_error {
  double a;
  Base(double v, const char *w) : std::runtime_error(w), a(v) {}
  virtual double cost() const { return a; }
};
struct Derived : Base {
  double b;
  Derived(double v) : Base(v, "derived"), b(v * v) {}
  double cost() const override { return a * b; }
};
NOINLINE static double inner(const double *x, int i) {
  double s = x[i] * x[i];
  if (x[i] > 1)
    throw Derived(s);
  if (x[i] < 0)
    throw Base(s + x[0], "base");
  return std::sin(s);
}
NOINLINE static double middle(const double *x, int i, double *sum) {
  struct Guard {
    double *sum;
    double v;
    ~Guard() { *sum += v * v; }
  } guard{sum, x[i]};
  double v = inner(x, i) * x[0];
  *sum += v;
  return v;
}
NOINLINE static double outer(const double *x, int i, double *sum) {
  try {
    return middle(x, i, sum) * x[1];
  } catch (Base &b) {
    *sum += b.a;
    b.a *= x[1];
    throw;
  }
}
static double frames(const double *x) {
  double sum = 0, r = 0;
  for (int i = 0; i < 5; i++) {
    try {
      r += outer(x, i, &sum);
    } catch (const Base &b) {
      r += b.cost() * x[2];
    }
  }
  return r * sum;
}
CHECK_SCALAR(carried, 0.5, -1.25, 2);
CHECK_SCALAR(carriedFromCall, 0.5, -1.25, 2);
CHECK_SCALAR(carriedFromMemory, 0.5, -0.25, 2);
CHECK_SCALAR(written, 0.5, -1.25, 2);
CHECK_FUNCTION(frames, 5, 0.5, 1.5, -0.25, 0.3, 1.2, 1.1, 0.7, 0.2, -1, -2);

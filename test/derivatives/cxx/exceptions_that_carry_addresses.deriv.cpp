// An exception carries the address of an active number, or is one itself; who catches it reads and writes the number there.
// only: -O2 asan
#include "check.h"
#include <cstdlib>

struct Carrier {
  double *place;
  const double *factor;
};
NOINLINE static void leave(double x, double *out, const double *factor) {
  if (x > 1) {
    out[0] = x * x * factor[0];
    throw Carrier{out, factor};
  }
  out[0] = x;
}
static double carried(const double *x) {
  double out[1] = {0};
  try {
    leave(x[0], out, x + 1);
  } catch (Carrier &carrier) {
    *carrier.place *= carrier.factor[0];
    return carrier.place[0] * x[0];
  }
  return out[0];
}
NOINLINE static void throwAddress(double *place) { throw place; }
static void (*volatile thrower)(double *) = throwAddress;
NOINLINE static void leaveByPointer(double x, double *kept) {
  if (x > 1) {
    kept[0] = x * x;
    thrower(kept);
    std::abort();
  }
}
static double itself(const double *x) {
  double kept[2] = {x[0], x[1]};
  try {
    leaveByPointer(x[0], kept);
  } catch (double *place) {
    place[1] *= place[0];
  }
  return kept[0] * kept[1];
}
struct Owner { // known through a base, rethrown
  virtual ~Owner() {}
  virtual double value() const = 0;
};
struct Referrer : Owner {
  const double *at;
  explicit Referrer(const double *at) : at(at) {}
  double value() const override { return at[0] * at[1]; }
};
NOINLINE static void again(const double *x) {
  try {
    if (x[0] > 1)
      throw Referrer(x);
  } catch (const Owner &) {
    throw;
  }
}
static double rethrown(const double *x) {
  double y[2] = {x[0] * x[1], x[0]};
  try {
    again(x[0] > 1.2 ? y : x);
  } catch (const Owner &owner) {
    return owner.value();
  }
  return 1;
}
double f(const double *x) { return carried(x) + itself(x) * rethrown(x); }
CHECK_FUNCTION(f, 2, 0.5, 0.7, 1.5, 0.5, 1.1, 2);

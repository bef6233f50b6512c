// Objects known to members, templates and lambdas by a pointer in a global alone.
#include "check.h"
#include <functional>

struct Recorder {
  static Recorder *instance;
  double total = 0;
  __attribute__((noinline)) static void record(double v) { instance->total += v * v; }
  __attribute__((noinline)) static void with(double Recorder::*member) { instance->*member *= 2; }
};
Recorder *Recorder::instance = nullptr;

extern "C" double recorded(double x) {
  Recorder recorder;
  Recorder::instance = &recorder;
  Recorder::record(x);
  Recorder::with(&Recorder::total);
  return recorder.total;
}
CHECK_SCALAR(recorded, 3, -0.5);

template <class T> struct Scope {
  static inline thread_local Scope *top = nullptr;
  Scope *below = top;
  T value;
  explicit Scope(T value) : value(value) { top = this; }
  ~Scope() { top = below; }
  __attribute__((noinline)) static void multiply(T by) {
    for (Scope *scope = top; scope; scope = scope->below)
      scope->value *= by;
  }
};
extern "C" double scoped(double x) {
  Scope<double> outer(x);
  {
    Scope<double> inner(x * x);
    Scope<double>::multiply(x);
    outer.value += inner.value;
  }
  Scope<double>::multiply(x);
  return outer.value;
}
CHECK_SCALAR(scoped, 3, -0.5);

static double *captured;
template <class Body> __attribute__((noinline)) static void apply(Body body) { body(); }
extern "C" double byLambda(double x) {
  double s = x;
  captured = &s;
  apply([] { *captured *= *captured; });
  apply([&] { *captured += x; });
  return s;
}
CHECK_SCALAR(byLambda, 3, -0.5);

// Virtual calls through second and virtual bases, while an object is constructed, of a class of one
// function, with a result of a derived class, and through a pointer to a member.
#include "check.h"
#include <memory>

struct First {
  virtual ~First() = default;
  virtual double first(double x) { return x; }
  double m = 1;
};
struct Second {
  virtual ~Second() = default;
  virtual double second(double x) { return 2 * x; }
  virtual Second *self() { return this; }
  double n = 2;
};
struct Shared {
  virtual ~Shared() = default;
  virtual double shared(double x) { return 3 * x; }
  double w = 3;
};
struct Middle : First, Second, virtual Shared {
  explicit Middle(double s) {
    m = s;
    n = s * s;
    made = call(s);
  }
  double first(double x) override { return m * x * x; }
  double second(double x) override { return n * x * x * x; }
  Middle *self() override { return this; }
  double shared(double x) override { return m * x * w; }
  NOINLINE double call(double s) {
    Second *second = this;
    Shared *shared = this;
    return second->second(s) + shared->shared(s);
  }
  double made;
};
namespace {
struct Last : Middle {
  explicit Last(double s) : Middle(s), k(s) { w = s; }
  double second(double x) override { return k * x + n; }
  double shared(double x) override { return k * w * x * x; }
  double k;
};
} // namespace

NOINLINE static double useFirst(First *q, double x) { return q->first(x) * x; }
NOINLINE static double useSecond(Second *q, double x) { return q->self()->second(x) * x; }
NOINLINE static double useShared(Shared *q, double x) { return q->shared(x) * x; }

static double f(const double *x) {
  struct Local : Shared {
    double z;
    double shared(double y) override { return z * z * y; }
  };
  std::unique_ptr<Middle> p(x[0] > 0 ? new Last(x[0]) : new Middle(x[0]));
  Local local;
  local.z = x[1];
  double (Second::*member)(double) = &Second::second;
  Second *second = p.get();
  return p->made + useFirst(p.get(), x[1]) + useSecond(p.get(), x[1]) +
         useShared(p.get(), x[0] * x[1]) + useShared(&local, x[0]) +
         (second->*member)(x[0] * x[1]);
}

CHECK_FUNCTION(f, 2, 1.0123, 0.9);
static double other(const double *x) { return f(x); }
CHECK_FUNCTION(other, 2, -1.0123, 0.9);

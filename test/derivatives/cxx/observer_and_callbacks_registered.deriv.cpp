// Callbacks kept in lists and called later; a C interface with a context pointer.
#include "check.h"
#include <functional>
#include <utility>
#include <vector>

class Signal {
  std::vector<std::function<void(double)>> listeners;

public:
  void connect(std::function<void(double)> f) { listeners.push_back(std::move(f)); }
  void emit(double v) const {
    for (const auto &listener : listeners)
      listener(v);
  }
};

extern "C" {
typedef double (*integrand)(double, void *);
NOINLINE static double integrate(integrand g, void *context, int n) {
  double r = 0;
  for (int i = 0; i < n; i++)
    r += g((i + 0.5) / n, context) / n;
  return r;
}
}

struct Context {
  const double *x;
  double scale;
};

double f(const double *x) {
  double total = 0, product = 1;
  Signal signal;
  signal.connect([&](double v) { total += v * x[1]; });
  signal.connect([&product](double v) { product *= v + 1; });
  for (int i = 0; i < 3; i++)
    signal.emit(x[0] * i);
  Context context{x, x[1]};
  return total * product + integrate([](double t, void *p) { auto *c = static_cast<Context *>(p); return c->scale * t * c->x[0] * t; }, &context, 10);
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);

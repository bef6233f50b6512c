// A solver class with a std::function right-hand side, observers, and a stepper chosen at run time.
#include "check.h"
#include <functional>
#include <memory>
#include <vector>

using State = std::vector<double>;
using System = std::function<void(const State &, State &, double)>;

class Stepper {
public:
  virtual ~Stepper() = default;
  virtual void step(const System &system, State &x, double t, double dt) = 0;
};
class Euler : public Stepper {
  State k;

public:
  void step(const System &system, State &x, double t, double dt) override {
    k.resize(x.size());
    system(x, k, t);
    for (std::size_t i = 0; i < x.size(); i++)
      x[i] += dt * k[i];
  }
};
class Midpoint : public Stepper {
public:
  void step(const System &system, State &x, double t, double dt) override {
    State k(x.size()), half = x;
    system(x, k, t);
    for (std::size_t i = 0; i < x.size(); i++)
      half[i] += 0.5 * dt * k[i];
    system(half, k, t + 0.5 * dt);
    for (std::size_t i = 0; i < x.size(); i++)
      x[i] += dt * k[i];
  }
};

NOINLINE static std::unique_ptr<Stepper> make(int order) {
  if (order == 1)
    return std::make_unique<Euler>();
  return std::make_unique<Midpoint>();
}

double f(const double *p) {
  System oscillator = [&](const State &x, State &dx, double t) {
    dx[0] = x[1];
    dx[1] = -p[0] * x[0] - p[1] * x[1] + 0.1 * t;
  };
  double observed = 0;
  for (int order = 1; order <= 2; order++) {
    State x = {1.0, p[2]};
    auto stepper = make(order);
    for (int i = 0; i < 20; i++) {
      stepper->step(oscillator, x, i * 0.05, 0.05);
      observed += x[0] * x[0];
    }
  }
  return observed;
}

CHECK_FUNCTION(f, 3, 0.5, 1.5, 0.75);

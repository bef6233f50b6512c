// A diamond with a virtual base that holds active members, used through every base.
#include "check.h"
#include <memory>
#include <vector>

struct Quantity {
  double value = 0;
  virtual ~Quantity() = default;
  virtual double measure() const { return value; }
};
struct Mass : virtual Quantity {
  double mass = 1;
  double measure() const override { return value * mass; }
};
struct Charge : virtual Quantity {
  double charge = 2;
  virtual double force(double at) const { return charge * value / at; }
};
struct Ion : Mass, Charge {
  Ion(double v, double m, double q) {
    value = v;
    mass = m;
    charge = q;
  }
  double measure() const override { return Mass::measure() + charge * charge; }
  double force(double at) const override { return Charge::force(at) * mass; }
};

NOINLINE static double throughBase(const Quantity &q) { return q.measure(); }
NOINLINE static double throughCharge(const Charge &c, double at) { return c.force(at) + c.value; }

double f(const double *x) {
  std::vector<std::unique_ptr<Quantity>> all;
  all.push_back(std::make_unique<Ion>(x[0], x[1], x[2]));
  all.push_back(std::make_unique<Mass>());
  all.back()->value = x[0] * x[2];
  double r = 0;
  for (const auto &q : all) {
    r += throughBase(*q);
    if (auto *charge = dynamic_cast<Charge *>(q.get()))
      r += throughCharge(*charge, x[1]);
  }
  return r;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);

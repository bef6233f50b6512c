#include "problem.h"
#include <cmath>
namespace {
struct Spring : Model {
  double energy(double x) const override { return 3 * x * x; }
};
struct Pendulum : Model {
  double energy(double x) const override { return 1 - std::cos(x) + offset; }
  double offset = 2;
};
double cube(double x) { return x * x * x; }
double (*registered)(double);
struct Register {
  Register() { registered = cube; }
} now;
} // namespace
const Model *const made[] = {new Spring, new Pendulum};
const Model *chosen = made[1];
double apply(double x) { return registered(x); }

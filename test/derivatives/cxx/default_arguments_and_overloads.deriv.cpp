// Overloads chosen by type, default arguments, namespaces, static members, friends.
#include "check.h"

namespace physics {
static double energy(double v, double m = 2) { return 0.5 * m * v * v; }
static double energy(int level) { return -13.6 / level; }
struct Constants {
  static constexpr double g = 9.81;
  static inline double scale = 0.1;
};
} // namespace physics
double f(double x, double y) {
  using physics::energy;
  return energy(x) * energy(y, x) + energy(2) * x +
         physics::Constants::g * y * physics::Constants::scale;
}

CHECK_SCALAR2(f, 0.5, 1.5);

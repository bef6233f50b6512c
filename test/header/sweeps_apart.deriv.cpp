// augmented: the function runs, the program looks at its result, then adjoints are carried backwards.
// std: c++17
// flags: -Wextra -Wpedantic -Werror
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <stdexcept>
#include <type_traits>
#include <vector>
using namespace enzyme;

static double f(double x, double y) { return std::sin(x) * y; }
static void g(const double *x, double *y) { *y = x[0] * x[1] * x[1]; }
static double energy(const std::vector<double> &x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); i++)
    sum += std::exp(x[i]) * x[i + 1];
  return sum;
}

CHECK_VALUES(values) {
  auto sweep = augmented(f, Active{1.0}, Const{2.0});
  EXPECT_EXACT(sweep.result(), 2 * std::sin(1.0));
  auto by = sweep.reverse(10.0);
  static_assert(std::is_same_v<decltype(by), tuple<double, nodiff>>);
  EXPECT_CLOSE(get<0>(by), 20 * std::cos(1.0), 1e-15);
  bool isRefused = false;
  try {
    sweep.reverse();
  } catch (const std::logic_error &) {
    isRefused = true;
  }
  EXPECT_TRUE(isRefused);
  const double k = 3;
  EXPECT_EXACT(get<0>(augmented([k](double x) { return k * x * x; }, Active{2.0}).reverse()), 12);
}

CHECK_VALUES(memory) {
  double x[2] = {2, 3}, dx[2] = {0, 0}, y = 0, dy = 0;
  auto sweep = augmented(g, Duplicated<const double *>(x, dx), Duplicated{&y, &dy});
  EXPECT_EXACT(y, 18);
  x[1] = 100; // what the function read is remembered
  dy = y;
  sweep.reverse({});
  EXPECT_EXACT(dx[0], 9 * 18);
  EXPECT_EXACT(dx[1], 12 * 18);
  const std::vector<double> v{0, 1, 2};
  std::vector<double> dv(3);
  auto whole = augmented(energy, Duplicated<const std::vector<double> &>(v, dv));
  auto other = augmented(energy, Duplicated<const std::vector<double> &>(v, dv));
  whole.reverse(2);
  EXPECT_CLOSE(dv[2], 2 * std::exp(1.0), 1e-14);
  other.reverse(1);
  EXPECT_CLOSE(dv[2], 3 * std::exp(1.0), 1e-14);
}

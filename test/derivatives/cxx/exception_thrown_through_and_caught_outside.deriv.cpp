// Exceptions of user classes, with values in them, leave the derivative and are caught outside.
#include "check.h"
#include <stdexcept>
#include <string>
#include <vector>

struct Singular : std::runtime_error {
  double pivot;
  explicit Singular(double p) : std::runtime_error("singular: " + std::to_string(p)), pivot(p) {}
};

static double solve(const double *x) {
  std::vector<double> kept = {x[0], x[1]};
  const double determinant = kept[0] * kept[0] - kept[1];
  if (determinant == 0)
    throw Singular(determinant);
  return kept[1] / determinant;
}

static double gradientOrPivot(const double *x, double *g) {
  try {
    __enzyme_autodiff_checkv((void *)solve, enzyme_dup, x, g);
  } catch (const Singular &singular) {
    return 10 + singular.pivot + (std::string(singular.what()).substr(0, 8) == "singular");
  }
  return 1;
}

CHECK_FUNCTION(solve, 2, 1.5, 0.5);
CHECK_VALUES(thrown) {
  double good[2] = {1.5, 0.5}, bad[2] = {2, 4}, g[2] = {0, 0};
  EXPECT_CLOSE(gradientOrPivot(bad, g), 11, 1e-12);
  EXPECT_CLOSE(gradientOrPivot(good, g), 1, 1e-12);
  EXPECT_CLOSE(g[1], 1 / 1.75 + 0.5 / (1.75 * 1.75), 1e-12);
}

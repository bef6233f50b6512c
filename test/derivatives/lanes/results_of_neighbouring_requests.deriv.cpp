// Requests side by side (neighbouring_requests.deriv.c) whose results hold the primal, several lanes, an adjoint or floats;
// of a method, in a loop over a container; and of a function that throws, where the second must not be begun.
#include "check.h"
#include <array>
#include <stdexcept>
#include <vector>
template <class R, class... A> R __enzyme_fwddiff(A...);
template <class R, class... A> R __enzyme_autodiff(A...);

struct Tangent {
  double primal, tangent;
};
struct Tangents {
  double primal, tangent[2];
};
struct Gradient {
  double primal, byZ;
};
static double g(const double *x, double z) { return std::sin(x[0]) * x[1] * z; }
static float product(const float *x) { return x[0] * x[1]; }
struct Scale {
  double factor;
  double times(const double *x) const { return factor * x[0] * x[1]; }
};
static double scaled(const Scale &scale, const double *x) { return scale.times(x); }
static double limited(const double *x) {
  if (x[0] > 1)
    throw std::runtime_error("too large");
  return x[0] * x[0];
}

CHECK_VALUES(results) {
  double x[2] = {0.3, 0.4}, first[2] = {1, 0}, second[2] = {0, 1}, both[2] = {1, 1};
  const double byX = std::cos(0.3) * 0.4 * 2, byY = std::sin(0.3) * 2, byZ = std::sin(0.3) * 0.4;
  Tangent a = __enzyme_fwddiff<Tangent>((void *)g, enzyme_primal_return, enzyme_dup, x, first, enzyme_dup, 2.0, 0.0);
  Tangent b = __enzyme_fwddiff<Tangent>((void *)g, enzyme_primal_return, enzyme_dup, x, second, enzyme_dup, 2.0, 1.0);
  EXPECT_CLOSE(a.tangent, byX, 1e-14);
  EXPECT_CLOSE(b.tangent, byY + byZ, 1e-14);
  EXPECT_CLOSE(a.primal, 2 * byZ, 1e-14);
  EXPECT_CLOSE(b.primal, 2 * byZ, 1e-14);
  Tangents c = __enzyme_fwddiff<Tangents>((void *)g, enzyme_width, 2, enzyme_primal_return, enzyme_dup, x, first, second,
                                          enzyme_dup, 2.0, 0.0, 1.0);
  Tangents d = __enzyme_fwddiff<Tangents>((void *)g, enzyme_width, 2, enzyme_primal_return, enzyme_dup, x, both, second,
                                          enzyme_dup, 2.0, 0.0, 5.0);
  EXPECT_CLOSE(c.tangent[0], byX, 1e-14);
  EXPECT_CLOSE(c.tangent[1], byY + byZ, 1e-14);
  EXPECT_CLOSE(d.tangent[0], byX + byY, 1e-14);
  EXPECT_CLOSE(d.tangent[1], byY + 5 * byZ, 1e-14);
  EXPECT_CLOSE(d.primal, 2 * byZ, 1e-14);
  double row0[2] = {}, row1[2] = {1, 2};
  Gradient e = __enzyme_autodiff<Gradient>((void *)g, enzyme_primal_return, enzyme_dup, x, row0, enzyme_out, 2.0);
  Gradient f = __enzyme_autodiff<Gradient>((void *)g, enzyme_primal_return, enzyme_dup, x, row1, enzyme_out, 2.0);
  EXPECT_CLOSE(e.byZ, byZ, 1e-14);
  EXPECT_CLOSE(f.byZ, byZ, 1e-14);
  EXPECT_CLOSE(f.primal, 2 * byZ, 1e-14);
  EXPECT_CLOSE(row0[1], byY, 1e-14);
  EXPECT_CLOSE(row1[0], 1 + byX, 1e-14);
  float fx[2] = {2, 3}, fFirst[2] = {1, 0}, fSecond[2] = {0, 1};
  float h = __enzyme_fwddiff<float>((void *)product, enzyme_dup, fx, fFirst);
  float i = __enzyme_fwddiff<float>((void *)product, enzyme_dup, fx, fSecond);
  EXPECT_EXACT(h, 3);
  EXPECT_EXACT(i, 2);
}
CHECK_VALUES(rows_in_a_loop) {
  std::vector<std::array<double, 2>> points{{1, 2}, {3, 4}, {-1, 5}};
  const Scale scale{3};
  double total[4] = {};
  for (const auto &point : points) {
    Scale one{1}, none{0};
    double byY[2] = {0, 1}, still[2] = {};
    total[0] += __enzyme_fwddiff<double>((void *)scaled, enzyme_dup, &scale, &one, enzyme_dup, point.data(), still);
    total[1] += __enzyme_fwddiff<double>((void *)scaled, enzyme_dup, &scale, &none, enzyme_dup, point.data(), byY);
    double row0[2] = {}, row1[2] = {};
    __enzyme_autodiff<void>((void *)scaled, enzyme_const, &scale, enzyme_dup, point.data(), row0);
    __enzyme_autodiff<void>((void *)scaled, enzyme_const, &scale, enzyme_dup, point.data(), row1);
    total[2] += row0[0], total[3] += row1[1];
  }
  EXPECT_EXACT(total[0], 9);
  EXPECT_EXACT(total[1], 9);
  EXPECT_EXACT(total[2], 33);
  EXPECT_EXACT(total[3], 9);
}
static int stage;
NOINLINE static double twice(double *x, double *__restrict first, double *__restrict second) {
  double a = __enzyme_fwddiff<double>((void *)limited, enzyme_dup, x, first);
  stage = 1;
  double b = __enzyme_fwddiff<double>((void *)limited, enzyme_dup, x, second);
  return a + b;
}
CHECK_VALUES(thrown) {
  double x = 3, first = 1, second = 2;
  try {
    twice(&x, &first, &second);
    EXPECT_TRUE(false);
  } catch (const std::runtime_error &) {
    EXPECT_EXACT(stage, 0);
  }
  x = 0.5;
  EXPECT_EXACT(twice(&x, &first, &second), 3);
}

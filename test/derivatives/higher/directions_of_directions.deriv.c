// Mixed second and third derivatives along different directions, by seeds of nested forward
// requests and by seeds behind pointers in nested reverse ones.
#include "nests.h"
static double f(double x, double y) { return x * x * y * y * y + sin(x * y); }
static double alongX(double x, double y) { return __enzyme_fwddiff_nests((void *)f, x, 1.0, y, 0.0); }
static double alongXY(double x, double y) { return __enzyme_fwddiff_nests((void *)alongX, x, 0.0, y, 1.0); }
static double alongXYY(double x, double y) { return __enzyme_fwddiff_nests((void *)alongXY, x, 0.0, y, 1.0); }
static void output(const double *x, double *y) { *y = f(x[0], x[1]); }
static void gradient(const double *x, double *g) {
  double y = 0, seed = 2;
  __enzyme_autodiff_nestv((void *)output, enzyme_dup, x, g, enzyme_dup, &y, &seed);
}
static double gradientXY(double *x) { // d/dy of the first entry: 2 f_xy
  double g[2] = {0, 0}, direction[2] = {0, 1}, dg[2] = {0, 0};
  __enzyme_fwddiff_nestv((void *)gradient, enzyme_dup, x, direction, enzyme_dup, g, dg);
  return dg[0];
}

CHECK_VALUES(mixed) {
  double x = 0.6, y = 1.1, s = sin(x * y), c = cos(x * y), point[2] = {x, y};
  EXPECT_CLOSE(alongX(x, y), 2 * x * y * y * y + y * c, 1e-13);
  EXPECT_CLOSE(alongXY(x, y), 6 * x * y * y + c - x * y * s, 1e-13);
  EXPECT_CLOSE(alongXYY(x, y), 12 * x * y - 2 * x * s - x * x * y * c, 1e-13);
  EXPECT_CLOSE(gradientXY(point), 2 * (6 * x * y * y + c - x * y * s), 1e-13);
}

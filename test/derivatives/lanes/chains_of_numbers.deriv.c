// What follows one number depends on its tangents alone: its slope is computed as a number, and the tangents are
// multiplied once. Zero stays zero, of tangents and of slopes, also through what is infinite.
#include "check.h"
extern int enzyme_dupv;
enum { W = 8 };
typedef struct {
  double t[W];
} Lanes;
static const double seeds[W] = {1, 0, -2, 0.5, 3, -0.25, 7, 1e-3};
double __enzyme_fwddiff_one(void *, int, double, double);
Lanes __enzyme_fwddiff_eight(void *, int, int, int, unsigned long, double, const double *);
double __enzyme_autodiff(void *, int, double);
static Lanes lanesOf(double (*f)(double), double x) {
  return __enzyme_fwddiff_eight((void *)f, enzyme_width, W, enzyme_dupv, sizeof(double), x, seeds);
}

// square, root, product, quotient, exponential: one number all along
static double chain(double x) {
  double square = x * x + 1.25, inverse = 1 / (square * sqrt(square));
  return exp(-inverse) * cos(3 - inverse) - inverse;
}
static double slopeOfChain(double x) {
  double square = x * x + 1.25, inverse = 1 / (square * sqrt(square)), tangent = -1.5 * inverse / square * 2 * x;
  return tangent * (exp(-inverse) * (sin(3 - inverse) - cos(3 - inverse)) - 1);
}
CHECK_VALUES(chains) {
  Lanes d = lanesOf(chain, 0.7);
  for (int lane = 0; lane < W; lane++) {
    EXPECT_CLOSE(d.t[lane], seeds[lane] * slopeOfChain(0.7), 1e-13);
    EXPECT_EXACT(d.t[lane], __enzyme_fwddiff_one((void *)chain, enzyme_dup, 0.7, seeds[lane]));
  }
}

// The slope of the square is zero at zero, that of its inverse infinite.
static double flat(double x) { return exp(-1 / (x * x)); }
// Infinite for all who move, not for who stays.
static double steep(double x) { return 3 * log(x) + 1; }
CHECK_VALUES(zeros_stay_zero) {
  Lanes d = lanesOf(flat, 0.0);
  Lanes s = lanesOf(steep, 0.0);
  for (int lane = 0; lane < W; lane++) {
    EXPECT_EXACT(d.t[lane], 0);
    EXPECT_EXACT(s.t[lane], seeds[lane] == 0 ? 0 : copysign(INFINITY, seeds[lane]));
  }
}

// Two numbers meet: each chain once. What is stored on the way has its own tangents.
static double kept[2];
static double meeting(double x, double y, double *between) {
  double product = x * y, one = product * product * x;
  *between = one * one;
  return sin(*between) * y + one / (1 + product * product);
}
typedef struct {
  double t[W];
} Pairs;
Pairs __enzyme_fwddiff_pairs(void *, int, int, int, unsigned long, double, const double *, int, unsigned long, double,
                             const double *, int, unsigned long, double *, double *);
static double meetingAlong(double t, double u) { // central difference, of high order
  double h = 1e-3, between, d[4];
  for (int i = 0; i < 4; i++) {
    double s = (i < 2 ? i - 2 : i - 1) * h;
    d[i] = meeting(0.8 + s * t, 1.3 + s * u, &between);
  }
  return (d[0] - 8 * d[1] + 8 * d[2] - d[3]) / (12 * h);
}
CHECK_VALUES(chains_meet) {
  double other[W] = {0.5, 1, 0, -1, 0.25, 1, 0.125, 2}, shadow[W] = {0};
  double first[W] = {1, 0, -1, 0.5, 0.75, -0.25, 1, 1e-3};
  Pairs d = __enzyme_fwddiff_pairs((void *)meeting, enzyme_width, W, enzyme_dupv, sizeof(double), 0.8, first,
                                   enzyme_dupv, sizeof(double), 1.3, other, enzyme_dupv, sizeof(double), kept, shadow);
  for (int lane = 0; lane < W; lane++) {
    double x = 0.8, y = 1.3, one = x * y * x * y * x;
    EXPECT_CLOSE(d.t[lane], meetingAlong(first[lane], other[lane]), 1e-8);
    EXPECT_CLOSE(shadow[lane], 2 * one * (3 * x * x * y * y * first[lane] + 2 * x * x * x * y * other[lane]), 1e-13);
  }
}

// Differentiated again, slopes are products of the program: zero stays zero in them, too.
static double slope(double x) { return __enzyme_fwddiff_one((void *)chain, enzyme_dup, x, 1.0); }
static double slopeOfFlat(double x) { return __enzyme_fwddiff_one((void *)flat, enzyme_dup, x, 1.0); }
CHECK_VALUES(second_derivatives) {
  double h = 1e-4, second = (slopeOfChain(0.7 + h) - slopeOfChain(0.7 - h)) / (2 * h);
  Lanes d = lanesOf(slope, 0.7);
  for (int lane = 0; lane < W; lane++)
    EXPECT_CLOSE(d.t[lane], seeds[lane] * second, 1e-6);
  EXPECT_CLOSE(__enzyme_autodiff((void *)slope, enzyme_out, 0.7), second, 1e-6);
  EXPECT_EXACT(__enzyme_autodiff((void *)slopeOfFlat, enzyme_out, 0.0), 0);
}

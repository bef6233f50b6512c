// Loops over arrays that LLVM vectorises, at every trip count from none to more than
// two vectors: each lane is the derivative of width 1, bit for bit.
// flags: -fno-enzyme-reassociate
#include "check.h"
extern int enzyme_dupv;
enum { most = 37, lanes = 8 };

static void axpy(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = 0.3 * x[i] * x[i] + y[i] / (1 + x[i] * x[i]);
}
static void stencil(const double *x, double *y, int n) {
  double first[most + 2] = {0}, second[most + 2] = {0}, *now = first, *next = second;
  memcpy(now + 1, x, n * sizeof *x);
  for (int step = 0; step < 3; step++) {
    for (int i = 1; i <= n; i++)
      next[i] = now[i] + 0.1 * y[i - 1] * (now[i - 1] - 2 * now[i] + now[i + 1]);
    double *swap = now;
    now = next;
    next = swap;
  }
  for (int i = 0; i < n; i++)
    y[i] = now[i + 1];
}
static void chooses(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 0 ? sqrt(x[i]) * y[i] : fabs(y[i]) - x[i];
}
static void backwards(const double *x, double *y, int n) {
  for (int i = n - 1; i >= 0; i--)
    y[i] = x[i] * x[n - 1 - i] + x[0];
}
/// What one iteration writes the next but one reads.
static void depends(const double *x, double *y, int n) {
  for (int i = 2; i < n; i++)
    y[i] = x[i] * y[i - 2] + y[i] * 0.5;
}
static void shifts(const double *x, double *y, int n) {
  for (int i = 0; i + 1 < n; i++)
    y[i] = y[i + 1] * x[i];
}
static void single(const double *x, double *y, int n) {
  float a[most];
  for (int i = 0; i < n; i++)
    a[i] = (float)x[i] * 1.5f + (float)i;
  for (int i = 0; i < n; i++)
    y[i] += (double)(a[i] * a[i]);
}
static void sums(const double *x, double *y, int n) {
  double s = 0, t = 1;
  for (int i = 0; i < n; i++) {
    s += x[i] * y[i];
    t *= 1 + 0.01 * x[i];
    y[i] = x[i] * s;
  }
  if (n)
    y[0] = s * t;
}
/// The iterations depend on each other, three apart.
static void overlap(const double *x, double *y, int n) {
  double all[2 * most] = {0};
  memcpy(all, x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    all[i + 3] = all[i] * 1.01 + all[i + 3] * 0.5;
  memcpy(y, all + 3, n * sizeof *y);
}

void __enzyme_fwddiff_all(void *, ...);
void __enzyme_fwddiff_one(void *, ...);
void __enzyme_autodiff_all(void *, ...);
void __enzyme_autodiff_one(void *, ...);
typedef struct {
  double x[lanes][most], y[lanes][most];
} Shadows;

static void fill(Shadows *s) {
  for (int lane = 0; lane < lanes; lane++)
    for (int i = 0; i < most; i++) {
      s->x[lane][i] = 0.3 * lane - 0.11 * i;
      s->y[lane][i] = 1.0 / (1 + lane + i);
    }
}
static void point(double *x, double *y) {
  for (int i = 0; i < most; i++) {
    x[i] = 0.4 * sin(1.0 + i) - 0.05;
    y[i] = cos(0.3 * i);
  }
}

#define EACH_LANE(REQUEST, NAME)                                                                   \
  for (int n = 0; n <= most; n++) {                                                                \
    static Shadows all, one;                                                                       \
    double x[most], y[most];                                                                       \
    fill(&all);                                                                                    \
    fill(&one);                                                                                    \
    point(x, y);                                                                                   \
    REQUEST##_all((void *)NAME, enzyme_width, lanes, enzyme_dupv, sizeof all.x[0], x, all.x,       \
                  enzyme_dupv, sizeof all.y[0], y, all.y, enzyme_const, n);                        \
    for (int lane = 0; lane < lanes; lane++) {                                                     \
      point(x, y);                                                                                 \
      REQUEST##_one((void *)NAME, enzyme_dup, x, one.x[lane], enzyme_dup, y, one.y[lane],          \
                    enzyme_const, n);                                                              \
    }                                                                                              \
    EXPECT_SAME_BYTES(&all, &one, sizeof all);                                                     \
  }

#define CHECK_EACH_LANE(NAME)                                                                          \
  CHECK_VALUES(NAME##_forward) { EACH_LANE(__enzyme_fwddiff, NAME) }                               \
  CHECK_VALUES(NAME##_reverse) { EACH_LANE(__enzyme_autodiff, NAME) }                              \
  enum { checked_##NAME }

#define CHECK_STREAM(NAME)                                                                         \
  static void NAME##_of_five(double *xy) { NAME(xy, xy + 5, 5); }                                  \
  CHECK_INPLACE(NAME##_of_five, 10, 0.2, 1.1, 0.7, -0.4, 2.0, 0.3, 0.9, -1.2, 0.5, 1.7);           \
  CHECK_EACH_LANE(NAME)

CHECK_STREAM(axpy);
CHECK_STREAM(stencil);
CHECK_STREAM(chooses);
CHECK_STREAM(backwards);
CHECK_STREAM(depends);
CHECK_STREAM(shifts);
CHECK_STREAM(sums);
CHECK_STREAM(overlap);
CHECK_EACH_LANE(single); // too coarse for differences

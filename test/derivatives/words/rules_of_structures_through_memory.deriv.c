// Registered derivatives of functions whose structure is returned through memory: with and without
// a tape, the seed by value or by address, in both modes, in lanes, by request and by call.
// oracle: differs, its rules are wrong, so as to be seen
#include "check.h"
typedef struct {
  double a, b, c;
} Three;
typedef struct {
  void *tape;
  Three r;
} Taped;
typedef struct {
  Three r, t;
} Both;
typedef struct {
  double d, e;
} Two;
typedef struct {
  double v[2];
} Lanes;
typedef struct {
  double a[5];
} Five;
double __enzyme_autodiff(void *, ...);
Two __enzyme_autodiff_2(void *, ...);
Lanes __enzyme_autodiff_w(void *, ...);
double __enzyme_fwddiff(void *, ...);
Three __enzyme_fwddiff_3(void *, ...);
Lanes __enzyme_fwddiff_w(void *, ...);

static int swept;
NOINLINE static Three powers(double x, double y) { return (Three){x * x, x * y, y}; }
static Taped powers_augmented(double x, double y) {
  double *tape = (double *)malloc(2 * sizeof(double));
  tape[0] = x, tape[1] = y;
  return (Taped){tape, {x * x, x * y, y}};
}
// ten times the derivative, so that it is seen which one is used
static Two powers_reverse(double x, double y, Three seed, void *tape) {
  double *t = (double *)tape;
  Two d = {10 * (2 * t[0] * seed.a + t[1] * seed.b), 10 * (t[0] * seed.b + seed.c)};
  free(tape);
  swept++;
  return d;
}
void *__enzyme_register_gradient_powers[] = {(void *)powers, (void *)powers_augmented, (void *)powers_reverse};
static Both powers_forward(double x, double dx, double y, double dy) {
  return (Both){{x * x, x * y, y}, {20 * x * dx, 10 * (dx * y + x * dy), 10 * dy}};
}
void *__enzyme_register_derivative_powers[] = {(void *)powers, (void *)powers_forward};

NOINLINE static Five row(const double *x, int n) {
  Five f = {{0}};
  for (int i = 0; i < n; i++)
    f.a[i] = x[i] * x[i];
  return f;
}
static Five row_augmented(const double *x, double *dx, int n) { return row(x, n); }
static void row_reverse(const double *x, double *dx, int n, const Five *seed) {
  for (int i = 0; i < n; i++)
    dx[i] += 100 * x[i] * seed->a[i];
}
void *__enzyme_register_gradient_row[] = {(void *)row, (void *)row_augmented, (void *)row_reverse};
static Five row_forward(const double *x, const double *dx, int n, int n2) { // the tangent alone
  Five f = {{0}};
  for (int i = 0; i < n; i++)
    f.a[i] = 100 * x[i] * dx[i];
  return f;
}
void *__enzyme_register_derivative_row[] = {(void *)row, (void *)row_forward};

static double f(double x, double y) {
  Three r = powers(x, y);
  return r.a * r.b + 3 * r.c;
}
static double twice(double x, double y) {
  Three r = powers(x, y), s = powers(r.a, r.c);
  return s.a + s.b * s.c;
}
static double g(const double *x) {
  double s = 0;
  for (int k = 0; k < 2; k++) {
    Five r = row(x, 4 + k);
    s += r.a[k] * r.a[3];
  }
  return s;
}
static double ignores(double x, double y) { return powers(x, y).a > 5 ? x * y : x + y; }

CHECK_VALUES(reverse) {
  Two d = __enzyme_autodiff_2((void *)f, 2.0, 5.0); // r = {4, 10, 5}
  EXPECT_CLOSE(d.d, 10 * (4 * 10.0 + 5 * 4), 1e-12);
  EXPECT_CLOSE(d.e, 10 * (2 * 4 + 3.0), 1e-12);
  swept = 0;
  EXPECT_CLOSE(__enzyme_autodiff((void *)f, 2.0, enzyme_const, 5.0), 600, 1e-12);
  EXPECT_TRUE(swept == 1);
  // s = {r.a^2, r.a r.c, r.c}: every level ten times
  d = __enzyme_autodiff_2((void *)twice, 2.0, 5.0);
  double ra = 4, rc = 5, da = 10 * (2 * ra * 1 + rc * rc), dc = 10 * (ra * rc + ra * rc);
  EXPECT_CLOSE(d.d, 10 * 4 * da, 1e-10);
  EXPECT_CLOSE(d.e, 10 * dc, 1e-10);
  d = __enzyme_autodiff_2((void *)ignores, 1.0, 5.0);
  EXPECT_EXACT(d.d, 1);
  double x[5] = {1, 2, 3, 4, 5}, dx[5] = {1, 1, 1, 1, 1};
  __enzyme_autodiff((void *)g, x, dx);
  EXPECT_CLOSE(dx[0], 1 + 100 * 1 * 16, 1e-12);
  EXPECT_CLOSE(dx[1], 1 + 100 * 2 * 16, 1e-12);
  EXPECT_CLOSE(dx[3], 1 + 100 * 4 * (1 + 4), 1e-12);
  EXPECT_EXACT(dx[4], 1);
}
CHECK_VALUES(forward) {
  EXPECT_CLOSE(__enzyme_fwddiff((void *)f, 2.0, 1.0, 5.0, 0.0), 10 * (4 * 10.0 + 5 * 4), 1e-12);
  EXPECT_CLOSE(__enzyme_fwddiff((void *)f, enzyme_const, 2.0, 5.0, 1.0), 10 * (2 * 4 + 3.0), 1e-12);
  double x[5] = {1, 2, 3, 4, 5}, dx[5] = {0, 1, 0, 0, 0};
  EXPECT_CLOSE(__enzyme_fwddiff((void *)g, x, dx), 100 * 2 * 16, 1e-12);
}
CHECK_VALUES(asked_directly) {
  Three t = __enzyme_fwddiff_3((void *)powers, 2.0, 1.0, 5.0, 0.0);
  EXPECT_CLOSE(t.a, 40, 1e-12);
  EXPECT_CLOSE(t.b, 50, 1e-12);
  EXPECT_EXACT(t.c, 0);
  Three seed = {1, 0, 2};
  Two d = __enzyme_autodiff_2((void *)powers, &seed, 2.0, 5.0);
  EXPECT_CLOSE(d.d, 40, 1e-12);
  EXPECT_CLOSE(d.e, 20, 1e-12);
  EXPECT_EXACT(seed.a, 0);
  EXPECT_EXACT(seed.c, 0);
}
CHECK_VALUES(in_lanes) {
  Lanes t = __enzyme_fwddiff_w((void *)f, enzyme_width, 2, 2.0, 1.0, 0.5, 5.0, 0.0, 1.0);
  EXPECT_CLOSE(t.v[0], 600, 1e-12);
  EXPECT_CLOSE(t.v[1], 300 + 110, 1e-12);
  Lanes d = __enzyme_autodiff_w((void *)f, enzyme_width, 2, 2.0, enzyme_const, 5.0);
  EXPECT_CLOSE(d.v[0], 600, 1e-12);
  EXPECT_CLOSE(d.v[1], 600, 1e-12);
}

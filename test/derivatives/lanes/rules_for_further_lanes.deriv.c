// Rules that must not do the primal's work once more: a last function serves further lanes.
#define CHECK_NO_SPLIT "a rule frees its tape, so that its reverse half runs only once"
#include "check.h"
static int runs;
NOINLINE static void twice(double *x) {
  runs++;
  *x = *x * *x;
}
static double *keep(double value) {
  double *tape = (double *)malloc(sizeof *tape);
  *tape = value;
  return tape;
}
static double *twiceAugmented(double *x, double *dx) {
  double *tape = keep(*x);
  twice(x);
  return tape;
}
static double *twiceAgain(double *x, double *dx) { return keep(sqrt(*x)); }
static void twiceReverse(double *x, double *dx, double *tape) {
  *dx *= 2 * *tape;
  free(tape);
}
static void twiceForward(double *x, double *dx) {
  *dx *= 2 * *x;
  twice(x);
}
static void twiceForwardAgain(double *x, double *dx) { *dx *= 2 * sqrt(*x); }
void *__enzyme_register_gradient_twice[] = {(void *)twice, (void *)twiceAugmented, (void *)twiceReverse, (void *)twiceAgain};
void *__enzyme_register_derivative_twice[] = {(void *)twice, (void *)twiceForward, (void *)twiceForwardAgain};
static double uses(double x, double y) {
  double t = x * y;
  twice(&t);
  t += y;
  twice(&t);
  return t * x;
}
CHECK_SCALAR2(uses, 0.7, 1.3);

typedef struct {
  double d[3];
} Three;
Three __enzyme_fwddiff_3(void *, ...);
CHECK_VALUES(once) {
  runs = 0;
  Three t = __enzyme_fwddiff_3((void *)uses, enzyme_width, 3, enzyme_dup, 0.7, 1.0, 0.0, 2.0, enzyme_dup, 1.3, 0.0, 1.0, 3.0);
  EXPECT_EXACT(runs, 2);
  EXPECT_CLOSE(t.d[2], 2 * t.d[0] + 3 * t.d[1], 1e-14);
}

// By annotation.
static void cubeAugmented(const double *x, double *dx, double *y, double *dy);
static void cubeAugmentedAgain(const double *x, double *dx, double *y, double *dy) {}
static void cubeReverse(const double *x, double *dx, double *y, double *dy) {
  *dx += 3 * *x * *x * *dy;
  *dy = 0;
}
__attribute__((annotate("enzyme_register_gradient", cubeAugmented, cubeReverse, cubeAugmentedAgain))) NOINLINE static void
cube(const double *x, double *y) {
  runs++;
  *y = *x * *x * *x;
}
static void cubeAugmented(const double *x, double *dx, double *y, double *dy) { cube(x, y); }
static double annotated(double x) {
  double y;
  cube(&x, &y);
  return y;
}
Three __enzyme_autodiff_3(void *, ...);
CHECK_VALUES(annotations) {
  runs = 0;
  Three t = __enzyme_autodiff_3((void *)annotated, enzyme_width, 3, 2.0);
  EXPECT_EXACT(t.d[2], 12);
  EXPECT_EXACT(runs, 1);
}

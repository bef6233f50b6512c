// Functions with a rule of the program's: called once per lane, each with a tape of
// its own, and the primal's memory is as after one call.
#define CHECK_NO_SPLIT "a rule frees its tape, so that its reverse half runs only once"
#include "check.h"
NOINLINE static double cube(double x, double y) { return x * x * x * y; }
typedef struct {
  double dx, dy;
} Two;
typedef struct {
  double *tape, primal;
} Augmented;
NOINLINE static Augmented cubeAugmented(double x, double y) {
  double *kept = (double *)malloc(2 * sizeof(double));
  kept[0] = x, kept[1] = y;
  Augmented r = {kept, cube(x, y)};
  return r;
}
NOINLINE static Two cubeReverse(double x, double y, double seed, double *kept) {
  Two r = {3 * kept[0] * kept[0] * kept[1] * seed, kept[0] * kept[0] * kept[0] * seed};
  free(kept);
  return r;
}
typedef struct {
  double value, tangent;
} Pair;
NOINLINE static Pair cubeForward(double x, double dx, double y, double dy) {
  Pair r = {cube(x, y), 3 * x * x * y * dx + x * x * x * dy};
  return r;
}
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)cubeAugmented, (void *)cubeReverse};
void *__enzyme_register_derivative_cube[] = {(void *)cube, (void *)cubeForward};
static double usesCube(double x, double y) { return cube(sin(x), y) * x + cube(y, x); }
CHECK_SCALAR2(usesCube, 0.7, 1.3);

NOINLINE static void square(const double *x, double *y) { *y = *x * *x; }
NOINLINE static void squareAugmented(const double *x, double *dx, double *y, double *dy) { *y = *x * *x; }
NOINLINE static void squareReverse(const double *x, double *dx, double *y, double *dy) {
  *dx += 2 * *x * *dy;
  *dy = 0;
}
NOINLINE static void squareForward(const double *x, double *dx, double *y, double *dy) {
  *y = *x * *x;
  *dy = 2 * *x * *dx;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)squareAugmented, (void *)squareReverse};
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)squareForward};
static void usesSquare(const double *x, double *y) {
  double t;
  square(x, &t);
  y[0] = t * x[1];
  square(&t, y + 1);
}
CHECK_VECTOR(usesSquare, 2, 2, 0.7, 1.3);

// In place: the augmented function runs once for all lanes, and its tape is shared.
static int calls;
NOINLINE static void twice(double *x) { *x = *x * *x; }
NOINLINE static double twiceAugmented(double *x, double *dx) {
  double old = *x;
  *x = old * old;
  calls++;
  return old;
}
NOINLINE static void twiceReverse(double *x, double *dx, double old) { *dx = 2 * old * *dx; }
void *__enzyme_register_gradient_twice[] = {(void *)twice, (void *)twiceAugmented, (void *)twiceReverse};
static double usesTwice(double x) {
  double t = x;
  twice(&t);
  twice(&t);
  return t;
}
typedef struct {
  double d[3];
} T3;
T3 __enzyme_autodiff_3(void *, ...);
CHECK_VALUES(in_place) {
  T3 d = __enzyme_autodiff_3((void *)usesTwice, enzyme_width, 3, 2.0);
  for (int lane = 0; lane < 3; lane++)
    EXPECT_EXACT(d.d[lane], 32);
  EXPECT_EXACT(calls, 2);
}

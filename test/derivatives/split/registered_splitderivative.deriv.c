// A rule for forward mode from a tape.
#include "check.h"

typedef struct {
  void *tape;
  double p;
} Taped;
typedef struct {
  double p, t;
} Both;
static double square(double x) { return x * x; }
static Taped square_aug(double x, double dx) {
  double *tape = (double *)malloc(sizeof(double));
  *tape = x;
  return (Taped){tape, x * x};
}
static Both square_fwd(double x, double dx, void *tape) {
  double kept = *(double *)tape;
  free(tape);
  return (Both){kept * kept, 100 * kept * dx};
}
void *__enzyme_register_splitderivative_square[] = {(void *)square, (void *)square_aug, (void *)square_fwd};

static void fill(const double *x, double *y) { *y = *x * *x; }
static double fill_aug(const double *x, double *dx, double *y, double *dy) {
  *y = *x * *x;
  return *x;
}
static void fill_fwd(const double *x, double *dx, double *y, double *dy, double tape) { *dy = 1000 * tape * *dx; }
void *__enzyme_register_splitderivative_fill[] = {(void *)fill, (void *)fill_aug, (void *)fill_fwd};

extern Taped __enzyme_augmentfwd(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
static double f(double x) { return square(x) + x; }
static double g(double x) {
  double y;
  fill(&x, &y);
  return y;
}

CHECK_VALUES(values_and_memory) {
  Taped t = __enzyme_augmentfwd((void *)f, 3.0);
  EXPECT_EXACT(t.p, 12);
  EXPECT_EXACT(__enzyme_fwdsplit((void *)f, 3.0, 2.0, t.tape), 602);
  t = __enzyme_augmentfwd((void *)g, 3.0);
  EXPECT_EXACT(t.p, 9);
  EXPECT_EXACT(__enzyme_fwdsplit((void *)g, 3.0, 2.0, t.tape), 6000);
}

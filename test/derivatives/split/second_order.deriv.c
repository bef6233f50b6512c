// A derivative that is taken in two halves is differentiated again, in both modes.
// alone: off, the function itself asks for derivatives
// flags: -fno-enzyme-reassociate
#include "check.h"

typedef struct {
  void *tape;
  double p;
} Taped;
extern Taped __enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern void __enzyme_reverse_void(void *, ...);

static double f(double x) {
  double s = x;
  for (int i = 0; i < 3; i++)
    s = sin(s) * x;
  return s;
}
/// f' by halves
static double slope(double x) {
  Taped t = __enzyme_augmentfwd((void *)f, x);
  return __enzyme_reverse((void *)f, x, 1.0, t.tape);
}

static double g(const double *x, int n) {
  double s = 1, i = 0;
  while (i < n) {
    s = s * x[(int)i % 2] + cos(s);
    i += 1;
  }
  return s;
}
/// the square of the gradient's length
static double steep(const double *x) {
  double dx[2] = {0, 0};
  Taped t = __enzyme_augmentfwd((void *)g, enzyme_dup, x, dx, 4);
  __enzyme_reverse_void((void *)g, enzyme_dup, x, dx, 4, 1.0, t.tape);
  return dx[0] * dx[0] + dx[1] * dx[1];
}

CHECK_SCALAR(slope, 0.4, 1.3);
CHECK_FUNCTION(steep, 2, 0.6, 0.9);

// Forward mode over functions that take their own gradient in two halves: tapes of every kind, memory
// that changes between the halves, several directions at once.
// alone: off, the function itself asks for derivatives
// flags: -fno-enzyme-reassociate
#include "check.h"
typedef struct {
  void *tape;
  double p;
} Taped;
typedef struct {
  double t[2];
} Two;
extern Taped __enzyme_augmentfwd(void *, ...);
extern double __enzyme_augmentfwd_fixed(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern void __enzyme_reverse_void(void *, ...);
extern int enzyme_allocated, enzyme_tape;
extern double __enzyme_fwddiff(void *, ...);
extern Two __enzyme_fwddiff_2(void *, ...);

static double wave(double x) {
  double s = x;
  for (int i = 0; i < 4; i++)
    s = sin(s) * x + 0.1 * s * s;
  return s;
}
static double slope(double x) {
  Taped t = __enzyme_augmentfwd((void *)wave, x);
  return __enzyme_reverse((void *)wave, x, 1.0, t.tape) * t.p;
}
static double product(double x) { return x * x * x; }
static double slopeOfProduct(double x) {
  double memory[8];
  double p = __enzyme_augmentfwd_fixed((void *)product, enzyme_allocated, 64, enzyme_tape, memory, x);
  return __enzyme_reverse((void *)product, enzyme_allocated, 64, enzyme_tape, memory, x) + p;
}
static double energy(double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; i++) {
    x[i] = x[i] * x[(i + 1) % n];
    e += x[i] * cos(x[i]);
  }
  return e;
}
/// The square of the length of energy's gradient; its memory is used for other things in between.
static double steepness(const double *x) {
  double y[3] = {x[0], x[1], x[2]}, dy[3] = {0, 0, 0};
  Taped t = __enzyme_augmentfwd((void *)energy, enzyme_dup, y, dy, 3);
  for (int i = 0; i < 3; i++)
    y[i] = 7;
  __enzyme_reverse_void((void *)energy, enzyme_dup, y, dy, 3, x[1], t.tape);
  return dy[0] * dy[0] + dy[1] * dy[1] + dy[2] * dy[2];
}
/// One tape, two reverse sweeps.
static double repeated(double x) {
  Taped t = __enzyme_augmentfwd((void *)wave, x);
  double d = __enzyme_reverse((void *)wave, enzyme_nofree, x, x, t.tape);
  return d * __enzyme_reverse((void *)wave, x, 2.0, t.tape);
}
CHECK_SCALAR(slope, 0.4, 1.1);
CHECK_SCALAR(slopeOfProduct, 0.4, 1.1);
CHECK_FUNCTION(steepness, 3, 0.5, 0.8, -0.4);
CHECK_SCALAR(repeated, 0.7);

CHECK_VALUES(two_directions) {
  Two t = __enzyme_fwddiff_2((void *)slope, enzyme_width, 2, 0.6, 1.0, -2.0);
  EXPECT_CLOSE(t.t[1], -2 * t.t[0], 1e-13);
  EXPECT_CLOSE(t.t[0], __enzyme_fwddiff((void *)slope, 0.6, 1.0), 1e-13);
}

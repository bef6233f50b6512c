// enzyme_byref: values, structures and seeds passed by their address.
#include "check.h"

extern int enzyme_byref;
typedef struct {
  double a, b;
} Two;
typedef struct {
  void *tape;
  double p;
} Taped;
extern Taped __enzyme_augmentfwd(void *, ...);
extern Two __enzyme_reverse_two(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern double __enzyme_autodiff(void *, ...);

static double area(Two s) { return s.a * s.a * s.b; }
static double scaled(double x, int n) { return sin(x) * n; }

CHECK_VALUES(a_structure_of_two_registers) {
  Two s = {3, 5};
  Taped t = __enzyme_augmentfwd((void *)area, enzyme_byref, sizeof s, &s);
  EXPECT_EXACT(t.p, 45);
  Two d = __enzyme_reverse_two((void *)area, enzyme_byref, sizeof s, &s, 2.0, t.tape);
  EXPECT_EXACT(d.a, 60);
  EXPECT_EXACT(d.b, 18);
}

CHECK_VALUES(numbers_and_the_seed) {
  double x = 0.5, seed = 3;
  int n = 4;
  Taped t = __enzyme_augmentfwd((void *)scaled, enzyme_byref, sizeof x, &x, enzyme_byref, sizeof n, &n);
  EXPECT_CLOSE(t.p, 4 * sin(0.5), 1e-14);
  double d = __enzyme_reverse((void *)scaled, enzyme_byref, sizeof x, &x, enzyme_byref, sizeof n, &n, enzyme_byref,
                              sizeof seed, &seed, t.tape);
  EXPECT_CLOSE(d, 12 * cos(0.5), 1e-14);
  EXPECT_CLOSE(__enzyme_autodiff((void *)scaled, enzyme_byref, sizeof x, &x, n), 4 * cos(0.5), 1e-14);
}

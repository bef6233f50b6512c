// A rule made of halves and tangents: what it reads in a global has a derivative where nothing else reads it, too.
#include "check.h"
typedef struct {
  void *tape;
  double value;
} Taped;
Taped __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
typedef struct {
  double value, tangent;
} Pushed;
Pushed __enzyme_fwddiff_pushed(void *, ...);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double weight = 3;
static double inner(double x) { return weight * x * x; }
NOINLINE static double outer(double x) { return inner(x); }
static Taped augmented(double x) { return __enzyme_augmentfwd((void *)inner, x); }
static double reverse(double x, double seed, void *tape) { return __enzyme_reverse((void *)inner, x, seed, tape); }
static Pushed forward(double x, double dx) { return __enzyme_fwddiff_pushed((void *)inner, enzyme_primal_return, x, dx); }
void *__enzyme_register_gradient_outer[] = {(void *)outer, (void *)augmented, (void *)reverse};
void *__enzyme_register_derivative_outer[] = {(void *)outer, (void *)forward};
static double f(double x) {
  weight = x * x;
  return outer(x + 1);
}
static double constantArgument(double x) {
  weight = x;
  return outer(2);
}
CHECK_VALUES(globals) {
  const double x = 1.3, exact = 2 * x * (x + 1) * (x + 1) + x * x * 2 * (x + 1);
  EXPECT_CLOSE(__enzyme_autodiff((void *)f, x), exact, 1e-13);
  EXPECT_CLOSE(__enzyme_fwddiff((void *)f, x, 1.0), exact, 1e-13);
  EXPECT_CLOSE(__enzyme_autodiff((void *)constantArgument, x), 4, 1e-13);
  EXPECT_CLOSE(__enzyme_fwddiff((void *)constantArgument, x, 1.0), 4, 1e-13);
}

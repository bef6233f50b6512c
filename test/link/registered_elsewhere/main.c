// What another file registers about its functions holds for those who ask here, and what
// is registered here holds for functions of other files.
// oracle: differs, its rules are wrong, so as to be seen
#include "check.h"

double withRule(double x);
double logged(double x);
double ruledHere(double x);
double around(double x);

typedef struct {
  void *tape;
  double value;
} Augmented;
static Augmented forward(double x) { return (Augmented){0, ruledHere(x)}; }
static double backward(double x, double seed, void *tape) { return 7 * x * seed; }
static void *__enzyme_register_gradient_here[] = {(void *)ruledHere, (void *)forward, (void *)backward};

CHECK_VALUES(rules) {
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)withRule, 3.0), 42 * 3, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)logged, 3.0), 6, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)around, 3.0), 2 * 7 * 3, 1e-12);
}

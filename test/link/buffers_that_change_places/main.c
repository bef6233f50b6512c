// Pointers to buffers of another file, which begin with their addresses and change places in ordinary code.
#include "check.h"

extern double *current, *next;
void swap(void), step(double k), choose(int isOwn);
double *selected(void), byName(void);

double simulated(double k) {
  for (int i = 0; i < 6; i++)
    current[i] = k * i, next[i] = 1;
  step(k), step(k), step(k), swap();
  return byName() + 3 * current[4] + next[1];
}
double throughFunctions(double k) {
  selected()[0] = k * k;
  double result = byName();
  selected()[0] = 1;
  return result;
}
CHECK_SCALAR(simulated, 0.2, 0.1);
CHECK_SCALAR(throughFunctions, 0.2, -1.5);

__attribute__((constructor)) static void start(void) {
  swap();
  choose(0);
}

CHECK_VALUES(moves) {
  for (int i = 0; i < 4; i++) {
    double expected = (simulated(0.3 + 1e-6) - simulated(0.3 - 1e-6)) / 2e-6;
    EXPECT_CLOSE(__enzyme_autodiff_check((void *)simulated, 0.3), expected, 1e-7);
    EXPECT_CLOSE(__enzyme_fwddiff_check((void *)simulated, enzyme_primal_return, 0.3, 1.0).tangent, expected, 1e-7);
    EXPECT_CLOSE(__enzyme_autodiff_check((void *)throughFunctions, 0.3), i % 2 ? 0.6 : 1.2, 1e-12);
    swap();
    choose(1 - i % 2);
  }
}

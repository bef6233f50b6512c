// printf, fprintf and puts inside the differentiated function: 2x, and the text appears.
// prints: value 3.00
// matrix: full
#include "check.h"

double f(double x) {
  const double r = x * x;
  fprintf(stderr, "%s %d\n", "inside", 1);
  printf("value %.2f of %g\n", x, r);
  puts("done");
  return r;
}

CHECK_VALUES(closed) {
  EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 3.0), 6);
  EXPECT_EXACT(__enzyme_fwddiff_check((void *)f, enzyme_primal_return, 3.0, 1.0).tangent, 6);
}

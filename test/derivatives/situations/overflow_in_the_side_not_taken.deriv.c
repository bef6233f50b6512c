// float ELU at 89: exp overflows in the side that is not taken, also where it is computed before
// the choice.
// matrix: full
#define CHECK_REAL float
#include "check.h"

float branched(float x) {
  if (x > 0)
    return x;
  return expf(x) - 1;
}
float eager(float x) {
  const float e = expf(x) - 1;
  return x > 0 ? x : e;
}

CHECK_SCALAR(branched, 89.0f, -1.0f);
CHECK_SCALAR(eager, 89.0f, -1.0f);
CHECK_VALUES(exactlyOne) {
  EXPECT_EXACT(__enzyme_autodiff_check((void *)branched, 89.0f), 1);
  EXPECT_EXACT(__enzyme_autodiff_check((void *)eager, 89.0f), 1);
}

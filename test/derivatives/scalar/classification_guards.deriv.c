// isnan, isinf, isfinite, fpclassify as guards are inactive.
#include "check.h"

double guarded(double x) {
  if (isnan(x) || isinf(x) || !isfinite(x))
    return 0;
  return fpclassify(x) == FP_NORMAL ? x * x * x : x;
}

CHECK_SCALAR(guarded, 2, -0.5);

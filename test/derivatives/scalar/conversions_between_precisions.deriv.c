// double to float and back: the tangent goes through both conversions.
#define CHECK_TOLERANCE 2e-3
#define CHECK_EXACTNESS 1e-6
#define CHECK_STEP 0.5
#define CHECK_REAL float
#include "check.h"

float narrowed(float x) {
  const double wide_ = (double)x * x;
  const float back = (float)wide_;
  return back * (float)(wide_ + 1.0);
}

CHECK_SCALAR(narrowed, 1.5f, -0.75f);

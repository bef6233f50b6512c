// The float spellings of the math library.
#define CHECK_REAL float
#include "check.h"

float elementary(float x) {
  return sinf(x) * cosf(x) + tanf(x) + expf(x) - logf(x + 2) + sqrtf(x + 3) + powf(x + 1, 1.5f);
}
float inverse(float x) {
  return asinf(x) + acosf(x) * 2 + atanf(x) + atan2f(x, 2) + cbrtf(x + 2) + hypotf(x, 1);
}
float special(float x) {
  return erff(x) + tgammaf(x + 2) + lgammaf(x + 3) + tanhf(x) + expm1f(x) + log1pf(x) + exp2f(x) +
         log2f(x + 2);
}

CHECK_SCALAR(elementary, 0.5f);
CHECK_SCALAR(inverse, 0.5f, -0.25f);
CHECK_SCALAR(special, 0.5f);

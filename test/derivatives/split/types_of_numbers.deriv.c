// Halves, and forward mode from their tape, in float.
#define CHECK_REAL float
#define CHECK_FROM_TAPE
#include "check.h"
static float mixed(float x) {
  double wide = (double)x * x;
  for (int i = 0; i < 3; i++)
    wide = sin(wide) + (double)x;
  return (float)wide * x;
}
static float product(const float *x) {
  float s = 1;
  for (int i = 0; i < 3; i++)
    s *= x[i] + s * x[(i + 1) % 3];
  return s;
}
static void scaled(const float *x, float *y) {
  for (int i = 0; i < 3; i++)
    y[i] = x[i] * x[2 - i] / (1 + x[0] * x[0]);
}
CHECK_SCALAR(mixed, 0.5f, 1.25f);
CHECK_FUNCTION(product, 3, 0.5f, 0.25f, 0.75f);
CHECK_VECTOR(scaled, 3, 3, 0.5f, 0.25f, 0.75f);

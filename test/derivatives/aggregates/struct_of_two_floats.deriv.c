// Two floats share one register when passed and returned by value.
#define CHECK_REAL float
#include "check.h"
typedef struct {
  float x, y;
} vec2;

NOINLINE static vec2 rotate(vec2 v, float angle) {
  const float c = cosf(angle), s = sinf(angle);
  return (vec2){c * v.x - s * v.y, s * v.x + c * v.y};
}
float f(const float *x) {
  vec2 v = {x[0], x[1]};
  for (int i = 0; i < 3; i++)
    v = rotate(v, x[2]);
  return v.x * v.y + v.x;
}

CHECK_FUNCTION(f, 3, 0.5f, -1.5f, 0.25f);

// Two floats packed into one 64-bit integer and taken out by kept functions.

#define CHECK_REAL float
#include "check.h"
#include <stdint.h>
NOINLINE static uint64_t pack(float a, float b) {
  uint32_t u, v;
  memcpy(&u, &a, 4);
  memcpy(&v, &b, 4);
  return (uint64_t)u << 32 | v;
}
NOINLINE static float high(uint64_t p) {
  uint32_t u = (uint32_t)(p >> 32);
  float f;
  memcpy(&f, &u, 4);
  return f;
}
NOINLINE static float low(uint64_t p) {
  uint32_t u = (uint32_t)p;
  float f;
  memcpy(&f, &u, 4);
  return f;
}
float f(const float *x, int n) {
  uint64_t p = pack(x[0] * x[0], x[1]);
  return high(p) * 3 + low(p) * x[0];
}
CHECK_FUNCTION_N(f, 2, 3, 1);

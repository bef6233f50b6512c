// Derivatives of derivatives through addresses and doubles that functions hand on as integers.
#include "nests.h"
#include <stdint.h>
NOINLINE static uintptr_t marked(double *p) { return (uintptr_t)p | 1; }
NOINLINE static void multiply(uintptr_t handle, double by) {
  *(double *)(handle & ~(uintptr_t)1) *= by;
}
double throughHandle(double x) { // x^3
  double product = x;
  uintptr_t handle = marked(&product);
  multiply(handle, x);
  multiply(handle, x);
  return product;
}
#define h1(x) (3 * x * x)
#define h2(x) (6 * x)
#define h3(x) 6
struct parts {
  uint32_t high, low;
};
NOINLINE static struct parts partsOf(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return (struct parts){(uint32_t)(bits >> 32), (uint32_t)bits};
}
NOINLINE static double fromParts(struct parts parts) {
  uint64_t bits = (uint64_t)parts.high << 32 | parts.low;
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
double throughParts(double x) { return fromParts(partsOf(x * x)) * x * x; } // x^4
#define p1(x) (4 * x * x * x)
#define p2(x) (12 * x * x)
#define p3(x) (24 * x)
CHECK_NESTS(throughHandle, h1, h2, h3, 2, -0.5);
CHECK_NESTS(throughParts, p1, p2, p3, 2, -0.5);

// Derivatives of derivatives where values go through unions, integers and byte copies.
#include "nests.h"
#include <stdint.h>
double flipped(double x) { // -(x^3)
  union {
    double d;
    uint64_t u;
  } bits;
  bits.d = x * x * x;
  bits.u ^= (uint64_t)1 << 63;
  return bits.d;
}
#define f1(x) (-3 * x * x)
#define f2(x) (-6 * x)
#define f3(x) (-6)
double throughInteger(double x) {
  double y = x * x;
  uint64_t u;
  memcpy(&u, &y, sizeof u);
  double z;
  memcpy(&z, &u, sizeof z);
  return z * x;
}
#define t1(x) (3 * x * x)
#define t2(x) (6 * x)
#define t3(x) 6
struct tagged {
  int kind;
  union {
    double number;
    long integer;
  };
};
double taggedUnion(double x) {
  struct tagged a = {.kind = 1, .number = x}, b = {.kind = 0, .integer = 4};
  struct tagged both[2] = {a, b};
  double product = x * x;
  for (int i = 0; i < 2; i++)
    product *= both[i].kind ? both[i].number : (double)both[i].integer;
  return product; // 4 x^3
}
#define u1(x) (12 * x * x)
#define u2(x) (24 * x)
#define u3(x) 24

CHECK_NESTS(flipped, f1, f2, f3, 2, -0.5);
CHECK_NESTS(throughInteger, t1, t2, t3, 2, -0.5);
CHECK_NESTS(taggedUnion, u1, u2, u3, 2, -0.5);

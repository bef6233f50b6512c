// Derivatives of derivatives through globals, static locals and thread-local scratch memory.
#include "nests.h"
static double scratch[2];
double throughGlobal(double x) { // (x^2 + x) * x
  scratch[0] = x * x;
  scratch[1] = scratch[0] + x;
  return scratch[1] * x;
}
#define g1(x) (3 * x * x + 2 * x)
#define g2(x) (6 * x + 2)
#define g3(x) 6
static _Thread_local double room[4];
NOINLINE static void fill(double x) {
  for (int i = 0; i < 4; i++)
    room[i] = i ? room[i - 1] * x : x;
}
double throughThreadLocal(double x) {
  fill(x);
  return room[3] + room[1]; // x^4 + x^2
}
#define t1(x) (4 * x * x * x + 2 * x)
#define t2(x) (12 * x * x + 2)
#define t3(x) (24 * x)
double throughStatic(double x) { // x^3
  static double last;
  last = x;
  for (int i = 0; i < 2; i++)
    last *= x;
  return last;
}
#define s1(x) (3 * x * x)
#define s2(x) (6 * x)
#define s3(x) 6
static double kept;
NOINLINE static double *place(void) { return &kept; } // the derivative returns a place and its shadow
NOINLINE static void scalePlace(double x) { *place() *= x; }
double throughPlace(double x) { // x^3
  *place() = x;
  scalePlace(x), scalePlace(x);
  return *place();
}

CHECK_NESTS(throughGlobal, g1, g2, g3, 2, -0.5);
CHECK_NESTS(throughThreadLocal, t1, t2, t3, 2, -0.5);
CHECK_NESTS(throughStatic, s1, s2, s3, 2, -0.5);
CHECK_NESTS(throughPlace, s1, s2, s3, 2, -0.5);

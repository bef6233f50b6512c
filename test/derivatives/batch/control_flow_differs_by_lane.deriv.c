// Branches, switches, early returns, loops with as many trips as the lane needs, loops in loops and
// leaves out of two loops at once: every lane ends with what it would compute alone, bit for bit.
#include "check.h"
extern int enzyme_width, enzyme_scalar;
typedef struct {
  double v[5];
} V5;
V5 __enzyme_batch_5(void *, ...);

static double branch(double x, double k) {
  double y = 2 * x;
  if (x > 1) {
    y = x * x;
    if (k < x)
      y += k;
  } else if (x < 0)
    y = -x;
  return y + 1;
}
static double early(double x, double k) {
  if (x < 0)
    return k;
  if (x < 2)
    return sqrt(x);
  return k / x;
}
static double newton(double x, double k) {
  double y = 1 + fabs(x);
  int trips = 0;
  while (fabs(y * y - fabs(x)) > 1e-12 * (1 + fabs(x)) && trips < 100) {
    y = 0.5 * (y + fabs(x) / y);
    trips++;
  }
  return y + k * trips;
}
static double choose(double x, double k) {
  switch ((int)floor(x)) {
  case -2:
    return 10 * k;
  case 0:
  case 1:
    k += x;
  case 2:
    return k * 3;
  default:
    return x;
  }
}
static double nest(double x, double k) {
  double sum = 0;
  for (int i = 0; i < 4 + (int)x; i++)
    for (int j = i; j < 6; j++) {
      if (j * x > 7)
        continue;
      if (sum > 40)
        return -sum;
      sum += i + k * j * x;
    }
  return sum;
}
static double divide(double x, double k) {
  int n = (int)x, d = 0;
  if (n > 0)
    d = 100 / n % 7;
  long collatz = n > 0 ? n : 1, trips = 0;
  for (; collatz != 1; trips++)
    collatz = collatz % 2 ? 3 * collatz + 1 : collatz / 2;
  return d + 100 * trips + k;
}

#define COMPARE(F, K, ...)                                                                         \
  {                                                                                                \
    double x[5] = {__VA_ARGS__};                                                                   \
    volatile double k = K;                                                                         \
    V5 r = __enzyme_batch_5((void *)F, enzyme_width, 5, x[0], x[1], x[2], x[3], x[4],              \
                            enzyme_scalar, (double)k);                                             \
    for (int i = 0; i < 5; i++)                                                                    \
      EXPECT_EXACT(r.v[i], F(x[i], k));                                                            \
  }

CHECK_VALUES(branches) {
  COMPARE(branch, 1.5, -2, 0.5, 1.25, 2, 7)
  COMPARE(early, 3, -2, 0.5, 1.25, 2, 7)
  COMPARE(choose, 0.5, -2, 0.5, 1.25, 2, 7)
}
CHECK_VALUES(loops) {
  COMPARE(newton, 0.25, -2, 0.5, 1.25, 200, 0)
  COMPARE(nest, 0.5, -2, 0.5, 1.25, 2, 7)
  COMPARE(nest, 5, -7, 1, 2, 3, 4)
  COMPARE(divide, 0.5, -1, 0, 1, 27, 12)
}

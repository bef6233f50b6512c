// Atomic updates are rounded like any other operation, whatever the machine can do.
#include "check.h"
#include <stdatomic.h>
typedef double (*unary)(double);
unary __enzyme_truncate_op_func(void *, int, int);
unary __enzyme_truncate_op_func_fields(void *, int, int, int);
static double sum(double x) {
  double s = 0.1, t = 10, low = 3;
  for (int i = 0; i < 9; i++) {
    __atomic_fetch_add(&s, x, __ATOMIC_SEQ_CST);
    __atomic_fetch_sub(&t, x, __ATOMIC_RELAXED);
    __atomic_fetch_min(&low, s * 0.3, __ATOMIC_SEQ_CST);
  }
  return s * 100 + t + low;
}
static double exchanges(double x) {
  _Atomic double s = 0.1;
  for (int i = 0; i < 9; i++)
    s += x;
  return s;
}
static double old(double x) {
  double s = 0.1, last = 0;
  for (int i = 0; i < 5; i++)
    last = __atomic_fetch_add(&s, x, __ATOMIC_ACQ_REL);
  return last;
}
static float sumFloat(float x) {
  float s = 0.1f, t = 10, low = 3;
  for (int i = 0; i < 9; i++) {
    s += x;
    t -= x;
    low = fminf(low, s * 0.3f);
  }
  return s * 100 + t + low;
}
static float exchangesFloat(float x) {
  float s = 0.1f;
  for (int i = 0; i < 9; i++)
    s += x;
  return s;
}
static float oldFloat(float x) {
  float s = 0.1f, last = 0;
  for (int i = 0; i < 5; i++) {
    last = s;
    s += x;
  }
  return last;
}
CHECK_VALUES(as_floats) {
  volatile double x = 1.0f / 3;
  EXPECT_EXACT(__enzyme_truncate_op_func((void *)sum, 64, 32)(x), sumFloat((float)x));
  EXPECT_EXACT(__enzyme_truncate_op_func((void *)exchanges, 64, 32)(x), exchangesFloat((float)x));
  EXPECT_EXACT(__enzyme_truncate_op_func((void *)old, 64, 32)(x), oldFloat((float)x));
  EXPECT_TRUE(sum(x) != sumFloat((float)x));
}
CHECK_VALUES(in_a_format_of_no_machine) {
  volatile double x = 0.3;
  double s = __enzyme_truncate_op_func_fields((void *)exchanges, 64, 8, 5)(x);
  EXPECT_EXACT(s * 16, floor(s * 16)); // between 2 and 4 five bits reach down to 1/16
  EXPECT_TRUE(fabs(s - exchanges(x)) > 1e-4);
  EXPECT_EXACT(__enzyme_truncate_op_func_fields((void *)old, 64, 8, 5)(x) * 32,
               floor(__enzyme_truncate_op_func_fields((void *)old, 64, 8, 5)(x) * 32));
}

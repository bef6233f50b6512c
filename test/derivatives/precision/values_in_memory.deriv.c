// __enzyme_truncate_mem_func: also what enters, is loaded, stored, passed on or returned is a number
// of the smaller format; __enzyme_truncate_mem_value makes one, __enzyme_expand_mem_value takes it back.
#include "check.h"
typedef double (*fnp)(double *, double);
fnp __enzyme_truncate_mem_func(void *, int, ...);
fnp __enzyme_truncate_op_func(void *, int, ...);
double __enzyme_truncate_mem_value(double, int, ...);
double __enzyme_expand_mem_value(double, int, ...);
double move(double *p, double x) {
  p[1] = p[0];
  p[2] = x;
  return x;
}
double mean(double *p, double x) {
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += p[i];
  p[0] = sum / 3;
  return p[0] * x;
}

CHECK_VALUES(memory) {
  double p[3] = {0.1, 0, 0};
  EXPECT_EXACT(__enzyme_truncate_mem_func((void *)move, 64, 32)(p, 0.2), (float)0.2);
  EXPECT_EXACT(p[0], 0.1);
  EXPECT_EXACT(p[1], (float)0.1);
  EXPECT_EXACT(p[2], (float)0.2);
  // Operations only: what is merely moved stays as it is.
  EXPECT_EXACT(__enzyme_truncate_op_func((void *)move, 64, 32)(p, 0.2), 0.2);
  EXPECT_EXACT(p[1], 0.1);
  double q[3] = {0.1, 0.2, 0.7};
  float m = ((0.f + 0.1f) + 0.2f + 0.7f) / 3.f;
  EXPECT_EXACT(__enzyme_truncate_mem_func((void *)mean, 64, 32)(q, 1.1), m * 1.1f);
  EXPECT_EXACT(q[0], m);
  EXPECT_EXACT(__enzyme_truncate_mem_value(0.1, 64, 32), (float)0.1);
  EXPECT_EXACT(__enzyme_truncate_mem_value(0.1, 64, 5, 2), 0x1.8p-4);
  EXPECT_EXACT(__enzyme_expand_mem_value(__enzyme_truncate_mem_value(1.0 / 3, 64, 32), 64, 32),
               (float)(1.0 / 3));
}

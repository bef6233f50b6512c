// RUN: enzyme-clang -O1 -fno-math-errno -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// What follows one number has a slope that all lanes share: the tangents are multiplied with it once, where two numbers
// meet once for each. The product counts where the tangents are not zero.
#include <math.h>
extern int enzyme_width, enzyme_dupv;
typedef struct {
  double t[8];
} T8;
T8 __enzyme_fwddiff(void *, ...);
double force(const double *x) { return 1 / sqrt(exp(x[0] * x[0]) + 0.5); }
double pair(const double *x, const double *y) { return *x * *x * *x * *y; }
T8 along(double *x, double *dx, double *y, double *dy) {
  T8 f = __enzyme_fwddiff((void *)force, enzyme_width, 8, enzyme_dupv, 8L, x, dx);
  T8 p = __enzyme_fwddiff((void *)pair, enzyme_width, 8, enzyme_dupv, 8L, x, dx, enzyme_dupv, 8L, y, dy);
  f.t[0] += p.t[0];
  return f;
}
// CHECK-LABEL: define internal {{.*}}@enzyme.forward.force.0(
// CHECK: [[PRODUCT:%.*]] = fmul <8 x double> [[TANGENTS:%.*]], {{%.*}}
// CHECK-NOT: {{fmul|fadd}} <8 x double>
// CHECK: [[COUNTS:%.*]] = fcmp une <8 x double> [[TANGENTS]], zeroinitializer
// CHECK-NOT: {{fmul|fadd|fcmp .*}} <8 x double>
// CHECK: select <8 x i1> [[COUNTS]], <8 x double> [[PRODUCT]], <8 x double> zeroinitializer
// CHECK-NOT: {{fmul|fadd|fcmp .*}} <8 x double>
// CHECK: ret {
// CHECK-LABEL: define internal {{.*}}@enzyme.forward.pair.0(
// CHECK-COUNT-2: {{fmul <8|fmuladd.v8f64\(<8}}
// CHECK-NOT: {{fmul <8|fmuladd.v8f64\(<8}}
// CHECK: ret {

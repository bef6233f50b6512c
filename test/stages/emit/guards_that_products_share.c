// RUN: enzyme-clang -target x86_64-linux-gnu -O2 -mavx512f -mavx512vl -S %s -o - | FileCheck %s
// RUN: enzyme-clang -target x86_64-linux-gnu -O2 -mavx512f -mavx512vl -S -emit-llvm %s -o - | FileCheck %s --check-prefix=CODE
// RUN: enzyme-clang -target x86_64-linux-gnu -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=PLAIN
// Where one comparison with zero guards several products, processors with mask registers compare vectors, of which one
// number counts, and take an `and` with the result: no condition in a general register becomes a mask. Both forms of
// the choice are such guards, one of minus zero is none. Where vectors are chosen, all lanes compare.
extern void __enzyme_autodiff(void *, ...);
static double f(const double *x) {
  double a = x[0] / x[1], b = x[2] / x[3];
  return (a * b) * (x[4] / x[5]);
}
void gradient(const double *x, double *dx) { __enzyme_autodiff((void *)f, x, dx); }
void chosen(float x, float *y) {
  float a = y[0], b = y[1], c = y[2];
  y[4] = x == 0 ? 0 : a;
  y[6] = x == 0 ? 0 : b;
  y[8] = x == 0 ? -0.0f : c;
}
// CHECK-LABEL: gradient:
// CHECK-NOT: kmov
// CHECK: vcmpneqpd
// CHECK-NOT: kmov
// CHECK-LABEL: chosen:
// CODE-LABEL: define {{.*}}@chosen(
// CODE: fcmp une <4 x float>
// CODE: [[MASK:%.*]] = sext <4 x i1> %{{.*}} to <4 x i32>
// CODE-COUNT-2: and <4 x i32> %{{.*}}, [[MASK]]
// CODE: select i1 %{{.*}}, float -0.000000e+00, float %{{.*}}
// CODE: ret void
// PLAIN-NOT: guard.mask

// Where a large function asks for room on the tape outside of its innermost loops, it calls a helper: as code of its
// own, each of a hundred places would be three blocks. In small functions, and in innermost loops, it stays code.
// RUN: enzyme-clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: enzyme-clang -O1 -DSMALL -S -emit-llvm %s -o - | FileCheck --check-prefix=SMALL %s
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
double sin(double);
__attribute__((noinline)) static double kept(double *x) { return x[0] = sin(x[0]) * x[1]; }
#define ONCE s += kept(x) * sin(s * x[1]); if (s > x[1]) s = sin(s) * x[0];
#define TEN ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE
__attribute__((noinline)) static double sums(double *x) {
  double s = x[1];
  ONCE
#ifndef SMALL
  TEN TEN TEN TEN
#endif
  return s;
}
// CHECK: define {{.*}} @enzyme.augmented.sums
// CHECK: call {{.*}} @enzyme.tape.bump
// CHECK: {{^}}}
// CHECK: define {{.*}} @enzyme.tape.bump{{.*}} [[ATTRIBUTES:#[0-9]+]]
// CHECK: attributes [[ATTRIBUTES]] = {{.*}}noinline
// SMALL-NOT: @enzyme.tape.bump
double total(double *x) { return sums(x) + x[0]; }
void differentiate(double *x, double *dx) { __enzyme_autodiff((void *)total, enzyme_dup, x, dx); }

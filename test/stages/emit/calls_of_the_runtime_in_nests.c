// Where a large function asks for room on the tape in a loop that has others around and inside, it does so in code of its
// own: that runs as often as two loops do. Once it ran as a call, in a mixture of few components as long as all else.
// RUN: enzyme-clang -O1 -S -emit-llvm %s -o - | FileCheck %s
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
double sin(double);
#define ONCE if (s > x[1]) s = sin(s) * x[0];
#define TEN ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE ONCE
__attribute__((noinline)) static double sums(double *x, int n, int m) {
  double s = x[1];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        s = sin(s) * x[k] + sin(s * x[j]);
  TEN TEN TEN TEN
  return s;
}
// CHECK: define {{.*}} @enzyme.reverse.sums
// CHECK-COUNT-2: call {{.*}} @enzyme.tape.bump
// CHECK-NOT: call {{.*}} @enzyme.tape.bump
double total(double *x, int n, int m) { return sums(x, n, m) + x[0]; }
void differentiate(double *x, double *dx) { __enzyme_autodiff((void *)total, enzyme_dup, x, dx, 10, 20); }

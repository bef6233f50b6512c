// Stack variables that must outlive the primal sweep, and their shadows, lie on the tape: what a function has of
// them is asked for at once, and the arena's room is tested once.
// RUN: enzyme-clang -O1 -S -emit-llvm %s -o - | FileCheck %s
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
__attribute__((noinline)) static void swap(double **a, double **b, double **c) {
  double *first = *a;
  *a = *b;
  *b = *c;
  *c = first;
}
// CHECK-LABEL: define {{.*}} @enzyme.augmented.turned
// CHECK-COUNT-1: call {{.*}} @enzyme_rt_alloc(
// CHECK-NOT: call {{.*}} @enzyme_rt_alloc(
// CHECK: {{^}}}
__attribute__((noinline)) static void turned(double *x) {
  double *a = x, *b = x + 1, *c = x + 2;
  swap(&a, &b, &c);
  *a *= *b;
  swap(&a, &b, &c);
  *a *= *b * *c;
}
static void turned_twice(double *x) {
  turned(x);
  x[1] *= x[0];
  turned(x);
}
void differentiate(double *x, double *dx) { __enzyme_autodiff((void *)turned_twice, enzyme_dup, x, dx); }

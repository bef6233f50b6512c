// RUN: enzyme-clang -O2 -fno-vectorize -fno-unroll-loops -S -emit-llvm %s -o - | FileCheck %s
// a[j] = a[j] * c + x[i]: where the place was read ahead of the terms its adjoint is taken over all
// the same, not cleared and added to afterwards. Nothing says that the arrays are apart.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

__attribute__((noinline)) void added(double *a, const double *x, const int *at, int n) {
  for (int i = 0; i < n; i++)
    a[at[i]] = a[at[i]] - x[i];
}
void gradientOfAdded(double *a, double *da, const double *x, double *dx, const int *at, int n) {
  __enzyme_autodiff((void *)added, enzyme_dup, a, da, enzyme_dup, x, dx, enzyme_const, at, n);
}
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.added.0(
// CHECK: {{^}}reverse.for.body:
// CHECK: store double %{{.*}}, ptr %{{.*}}
// CHECK-NOT: store
// CHECK: {{^}}}

__attribute__((noinline)) void scaled(double *a, const double *x, const int *at, double c, int n) {
  for (int i = 0; i < n; i++)
    a[at[i]] = a[at[i]] * c + x[i];
}
void gradientOfScaled(double *a, double *da, const double *x, double *dx, const int *at, double c, int n) {
  __enzyme_autodiff((void *)scaled, enzyme_dup, a, da, enzyme_dup, x, dx, enzyme_const, at, enzyme_const, c, n);
}
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.scaled.0(
// CHECK: {{^}}reverse.for.body:
// CHECK-NOT: store double 0.0
// CHECK: {{^}}}

struct point { double x, y, z; };
__attribute__((noinline)) void members(struct point *a, const struct point *x, const int *at, int n) {
  for (int i = 0; i < n; i++) {
    struct point *p = a + at[i];
    double here = p->x, there = p->y, last = p->z;
    p->x = here + x[i].x;
    p->y = there - x[i].y;
    p->z = last + x[i].z;
  }
}
void gradientOfMembers(struct point *a, struct point *da, const struct point *x, struct point *dx, const int *at, int n) {
  __enzyme_autodiff((void *)members, enzyme_dup, a, da, enzyme_dup, x, dx, enzyme_const, at, n);
}
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.members.0(
// CHECK: {{^}}reverse.for.body:
// CHECK-COUNT-3: store double %{{.*}}, ptr %{{.*}}
// CHECK-NOT: store
// CHECK: {{^}}}

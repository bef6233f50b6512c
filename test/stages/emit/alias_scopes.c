// RUN: enzyme-clang -O1 -mllvm -enzyme-optimise=false -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// Accesses say which memory they touch, and restrict holds for shadows. So it is where a
// parameter may be its own shadow: what would be added to constant memory goes to a sink, which
// is neither the primal's memory nor the tape. restrict does not hold for such a shadow.
extern int enzyme_dup, enzyme_const, enzyme_runtime_activity;
void __enzyme_autodiff(void *, ...);
void f(const double *restrict x, double *y, long n) {
  for (long i = 0; i < n; i++)
    y[i] *= x[i];
}
void plain(double *x, double *dx, double *y, double *dy, long n) {
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}
// CHECK-LABEL: define internal void @enzyme.reverse.f.0(
// CHECK-SAME: ptr noalias {{.*}}%x, ptr noalias %x.shadow, ptr {{(noundef )?}}%y, ptr %y.shadow,
// CHECK: call void @llvm.experimental.noalias.scope.decl
// CHECK: load double, ptr %{{.*}}!alias.scope ![[PRIMAL:[0-9]+]], !noalias ![[OTHERS:[0-9]+]]
// CHECK: load double, ptr %{{.*}}shadow{{.*}}!alias.scope ![[SHADOW:[0-9]+]], !noalias
// CHECK: store double %{{.*}}, ptr %{{.*}}shadow{{.*}}!alias.scope ![[SHADOW]], !noalias
// CHECK: {{^}}}
void perhaps(double *x, double *dx, double *y, double *dy, long n) {
  __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}
// CHECK-LABEL: define internal void @enzyme.reverse.f.1(
// CHECK-SAME: ptr {{(noundef )?}}%x, ptr %x.shadow, ptr {{(noundef )?}}%y, ptr %y.shadow,
// CHECK: [[PLACE:%.*]] = select i1 %{{.*}}, ptr %sink{{.*}}, ptr %{{.*}}shadow
// CHECK: load double, ptr [[PLACE]], align 8, !alias.scope
// CHECK: store double {{.*}}, ptr [[PLACE]], align 8, !alias.scope
// CHECK: {{^}}}
double chosen(const double *x, const double *c, int which) {
  const double *p = which ? x : c;
  return p[0] * p[1];
}
void either(double *x, double *dx, double *c) {
  __enzyme_autodiff((void *)chosen, enzyme_dup, x, dx, enzyme_const, c, 1);
}
// CHECK-LABEL: define internal {{.*}} @enzyme.reverse.chosen.0(
// CHECK: load double, ptr %{{.*}}!alias.scope ![[CHOSENPRIMAL:[0-9]+]]
// CHECK: store double %{{.*}}!alias.scope ![[CHOSENSHADOW:[0-9]+]], !noalias
// CHECK: {{^}}}

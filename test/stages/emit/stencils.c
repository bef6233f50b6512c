// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: enzyme-clang -O3 -fno-enzyme-carry -S -emit-llvm %s -o - | FileCheck %s --check-prefix=VECTORS
// RUN: enzyme-clang -O2 -flto=thin -fno-enzyme-carry -S -emit-llvm %s -o - | FileCheck %s --check-prefix=THIN
// The reverse of a stencil walks over the places: what several iterations add to a place is
// loaded and stored once. What meets in no other iteration stays in one loop with the rest,
// and one test for each pair of ranges says whether the arrays overlap.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void step(long n, const double *c, const double *u, double *next) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++) {
      long at = i * n + j;
      next[at] = u[at] + c[at] * (u[at - n] + u[at + n] + u[at - 1] + u[at + 1] - 4 * u[at]);
    }
}
void gradient(long n, double *c, double *dc, double *u, double *du, double *next, double *dnext) {
  __enzyme_autodiff((void *)step, enzyme_const, n, enzyme_dup, c, dc, enzyme_dup, u, du, enzyme_dup,
                    next, dnext);
}
// What only clears is done where the iteration's last sum is.
void smooth(long n, double a, const double *restrict u, double *restrict next) {
  for (long i = 1; i < n - 1; i++)
    next[i] = a * (u[i - 1] - u[i + 1]);
}
void smoothed(long n, double a, double *u, double *du, double *next, double *dnext) {
  __enzyme_autodiff((void *)smooth, enzyme_const, n, enzyme_const, a, enzyme_dup, u, du, enzyme_dup,
                    next, dnext);
}
// CHECK-LABEL: define internal void @enzyme.reverse.step.0(
// At the ends, places that some sums reach, without a loop; then the others; then the rest.
// CHECK: {{^}}reverse.for.body5.places:
// CHECK: %[[BASE:.*]] = getelementptr inbounds nuw double, ptr %u.shadow
// CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %[[BASE]], i64 -8
// CHECK: load double, ptr %[[PLACE]],
// CHECK-NOT: ptr %u.shadow
// CHECK-NOT: store
// CHECK: store double %{{[^,]+}}, ptr %[[PLACE]],
// CHECK-NOT: store
// CHECK: {{^}}reverse.for.body5.places{{[0-9]+}}:
// CHECK-NOT: {{^}}reverse.for.body5.places
// CHECK-LABEL: define internal void @enzyme.reverse.smooth.0(
// CHECK: {{^}}reverse.for.body.places:
// CHECK: %[[TAKEN:.*]] = getelementptr inbounds nuw double, ptr %next.shadow,
// CHECK: load double, ptr %[[TAKEN]],
// CHECK-NOT: br
// CHECK: store double 0.000000e+00, ptr %[[TAKEN]],
// CHECK: br i1

// Rows come last to first. LLVM must not ask ahead of all rows whether arrays overlap: where
// addresses shrink it would take that for yes.
// VECTORS-LABEL: define {{.*}}@gradient(
// VECTORS: store <2 x double> zeroinitializer
// VECTORS-LABEL: {{^}}}
// VECTORS: !{!"enzyme.backward", i32 1}
// A linker that vectorises knows of no such nests: it is done before.
// THIN-LABEL: define {{.*}}@gradient(
// THIN: store <2 x double>
// THIN-LABEL: {{^}}}

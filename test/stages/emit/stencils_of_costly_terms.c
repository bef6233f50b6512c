// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: enzyme-clang -O3 -fno-enzyme-carry -S -emit-llvm %s -o - | FileCheck %s --check-prefix=VECTORS
// RUN: enzyme-clang -O2 -fno-enzyme-reassociate -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ORDER
// Terms that cost much are computed once. A strip of iterations puts them on the stack, and
// loops of one place each add them.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double fmax(double, double);
double sqrt(double);
void step(long n, const double *restrict u, double *restrict next) {
  for (long i = 1; i < n - 1; i++) {
    double left = fmax(u[i] - u[i - 1], 0), right = fmax(u[i + 1] - u[i], 0);
    next[i] = u[i] - 0.1 * sqrt(left * left + right * right + 0.01);
  }
}
void gradient(long n, double *u, double *du, double *next, double *dnext) {
  __enzyme_autodiff((void *)step, enzyme_const, n, enzyme_dup, u, du, enzyme_dup, next, dnext);
}
// In place an iteration's terms need the sums of the one that came behind it.
void inPlace(long n, double *u) {
  for (long i = 1; i < n - 1; i++)
    u[i] = u[i - 1] / (1 + u[i + 1] * u[i + 1]);
}
void inPlaceGradient(long n, double *u, double *du) {
  __enzyme_autodiff((void *)inPlace, enzyme_const, n, enzyme_dup, u, du);
}
// CHECK-LABEL: define internal void @enzyme.reverse.step.0(
// CHECK-COUNT-2: alloca [64 x double]
// CHECK: {{^}}reverse.for.body.strip:
// CHECK: call i64 @llvm.umin.i64(i64 %{{.*}}, i64 64)
// CHECK: {{^}}reverse.for.body.places:
// CHECK-NOT: ptr %u.shadow
// CHECK: store double 0.000000e+00,
// CHECK: fdiv
// CHECK-NOT: ptr %u.shadow
// CHECK: {{^}}reverse.for.body.places{{[0-9]+}}:
// CHECK-NOT: fdiv
// CHECK: getelementptr inbounds double, ptr %terms
// CHECK: {{^}}}
// CHECK-LABEL: define internal void @enzyme.reverse.inPlace.0(
// CHECK-NOT: .strip
// CHECK: {{^}}}
// VECTORS-LABEL: define {{.*}}@gradient(
// VECTORS: fdiv <2 x double>
// VECTORS-LABEL: {{^}}}
// ORDER-LABEL: define internal void @enzyme.reverse.step.0(
// ORDER-NOT: .strip
// ORDER: {{^}}}

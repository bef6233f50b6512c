// A small derivative becomes part of the function that asks for it, if that one is differentiated.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | FileCheck %s
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_void(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup;

double energy(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += x[i] * x[(i + 1) % 3] * x[i];
  return sum;
}

// The gradient lies in registers.
// CHECK: define {{.*}} @enzyme.prepared.descend(
// CHECK-NOT: alloca
// CHECK-NOT: call {{.*}} @enzyme.reverse
// CHECK: ret double
double descend(double a, int steps) {
  double x[3] = {a, 1, 2};
  for (int s = 0; s < steps; s++) {
    double g[3] = {0, 0, 0};
    __enzyme_autodiff((void *)energy, enzyme_dup, x, g, enzyme_const, 3);
    for (int i = 0; i < 3; i++)
      x[i] -= 0.01 * g[i];
  }
  return x[0];
}

// What keeps values on the tape remains a function.
double walk(const double *x, int n) {
  double y = 1;
  for (int i = 0; i < n; i++)
    y = y * x[i] * y;
  return y;
}
// CHECK: define {{.*}} @enzyme.prepared.first(
// CHECK: call {{.*}} @enzyme.reverse.walk
double first(const double *x, int n) {
  double g[8] = {0};
  __enzyme_autodiff((void *)walk, enzyme_dup, x, g, enzyme_const, n);
  return g[0] * g[1];
}

double slope(double a, int steps) { return __enzyme_autodiff((void *)descend, a, steps); }
void second(const double *x, double *dx, int n) {
  __enzyme_autodiff_void((void *)first, enzyme_dup, x, dx, enzyme_const, n);
}

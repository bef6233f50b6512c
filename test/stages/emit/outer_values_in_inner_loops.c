// Which shadow `x` points to changes from step to step, so the tape keeps it. It is loaded once for each step, not for
// each row that is not empty: the only address that a row loads is that of its own array.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print 2>&1 | FileCheck %s
extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...);

// CHECK-LABEL: define {{.*}} @enzyme.reverse.steps
// CHECK: {{^}}edge.for.end.loopexit:
// CHECK: load ptr
// CHECK-NOT: load ptr
// CHECK: {{^}}edge.for.inc{{.*}}:
// CHECK-COUNT-2: load ptr
void steps(int n, int times, const int *begin, const double *value, double *restrict x, double *restrict y) {
  for (int s = 0; s < times; s++) {
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int at = begin[i]; at < begin[i + 1]; at++)
        sum += value[at] * x[at];
      y[i] = sum;
    }
    double *other = x;
    x = y;
    y = other;
  }
}

void all(int n, int times, const int *begin, const double *value, double *dvalue, double *x, double *dx, double *y,
         double *dy) {
  __enzyme_autodiff((void *)steps, enzyme_const, n, enzyme_const, times, enzyme_const, begin, enzyme_dup, value, dvalue,
                    enzyme_dup, x, dx, enzyme_dup, y, dy);
}

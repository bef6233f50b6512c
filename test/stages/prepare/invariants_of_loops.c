// What a loop asks for in each iteration, and is the same in all, is computed once, so that the gradient costs as much
// more than the function as it should: O(n), not O(n^2). So it is where the function could set errno, which no
// derivative looks at, and in parallel loops.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | FileCheck %s
// RUN: enzyme-clang -O1 -fno-math-errno -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | FileCheck %s
// RUN: enzyme-clang -O1 -fopenmp -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | FileCheck %s
// RUN: enzyme-clang -O0 -g -fopenmp -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | FileCheck %s
// A file that looks at errno keeps what sets it where it stands.
// RUN: enzyme-clang -O1 -DWATCHED -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | FileCheck --check-prefix=WATCHED %s
#include <errno.h>
#include <math.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}
// CHECK-LABEL: define {{.*}} @enzyme.prepared.normalise(
// CHECK: fmuladd
// CHECK: sqrt
// CHECK: fdiv
// CHECK-NOT: fmuladd
// CHECK: ret void
// WATCHED-LABEL: define {{.*}} @enzyme.prepared.normalise(
// WATCHED: load double
// WATCHED: fmuladd
// WATCHED: sqrt
// WATCHED-NEXT: fdiv double %load
static void normalise(int n, const double *restrict x, double *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[i] = x[i] / norm(x, n);
}
void gradient(int n, const double *x, double *dx, double *out, double *dout) {
  __enzyme_autodiff((void *)normalise, enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, out, dout);
}
#ifdef WATCHED
int failed(void) { return errno; }
#endif

// Loops that run a few times, and loops in them, become straight code where they walk over a small variable, or
// compute coefficients of a series: the one is no memory then, the others are constants.
// RUN: enzyme-clang -O2 -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | FileCheck %s
#include <math.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

// CHECK-LABEL: define {{.*}} @enzyme.prepared.faces(
// CHECK-NOT: alloca
// CHECK: ret void
static void faces(const double *x, const int *corner, double *force, int n) {
  static const int sides[3][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {1, 3, 5, 7}};
  for (int e = 0; e < n; e++) {
    double at[8], normal[8];
    for (int i = 0; i < 8; i++) {
      at[i] = x[corner[8 * e + i]];
      normal[i] = 0;
    }
    for (int s = 0; s < 3; s++) {
      double area = at[sides[s][0]] * at[sides[s][2]] - at[sides[s][1]] * at[sides[s][3]];
      for (int i = 0; i < 4; i++)
        normal[sides[s][i]] += area;
    }
    for (int i = 0; i < 8; i++)
      force[corner[8 * e + i]] += normal[i];
  }
}

// CHECK-LABEL: define {{.*}} @enzyme.prepared.series
// CHECK-NOT: @{{(llvm\.)?}}exp
// CHECK: ret void
static void series(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double sum = 0, sign = 1;
    for (int k = 1; k <= 9; k++, sign = -sign)
      sum += sign * exp(-0.25 * k * k) / (x[i] + k);
    y[i] = sum;
  }
}

// Too many terms, and terms that x has a part in: as they are.
// CHECK-LABEL: define {{.*}} @enzyme.prepared.enzyme.iteration.longer
// CHECK: call double @{{(llvm\.)?}}exp
// CHECK: call double @{{(llvm\.)?}}sin
// CHECK-NOT: call double
// CHECK: ret void
static void longer(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 1; k <= 90; k++)
      sum += exp(-0.25 * k) / (x[i] + k);
    for (int k = 1; k <= 9; k++)
      sum += sin(k * x[i]);
    y[i] = sum;
  }
}

void gradients(const double *x, double *dx, const int *corner, double *y, double *dy, int n) {
  __enzyme_autodiff((void *)faces, enzyme_dup, x, dx, enzyme_const, corner, enzyme_dup, y, dy, n);
  __enzyme_autodiff((void *)series, enzyme_dup, x, dx, enzyme_dup, y, dy, n);
  __enzyme_autodiff((void *)longer, enzyme_dup, x, dx, enzyme_dup, y, dy, n);
}

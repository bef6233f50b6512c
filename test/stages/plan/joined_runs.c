// What all runs of an inner loop keep lies behind what the loop around it keeps, where it is known ahead how much it is.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-plan 2>&1 | FileCheck %s
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-plan -mllvm -enzyme-without=joined 2>&1 | FileCheck --check-prefix=APART %s
// RUN: not enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-mutate=joined-runs:varying 2>&1 | FileCheck --check-prefix=WRONG %s
double __enzyme_autodiff(void *, ...);

// APART-NOT: behind those
// WRONG: is known too late for arrays of all runs

// CHECK: plan of enzyme.prepared.rows
// CHECK: tape level 1 arrays of loop [[ROWS:[^:]*]]: 16 bytes
// CHECK: tape level 2 arrays of loop {{.*}} behind those of loop [[ROWS]]: 16 bytes
// CHECK: tape level 3 arrays of loop {{.*}} behind those of loop [[ROWS]]: 8 bytes
void rows(int n, int m, double *x) {
  for (int r = 0; r < n; r++) {
    for (int k = 0; k < m; k++)
      x[k] *= x[r];
    x[n + r] *= x[r];
    if (m > 2)
      for (int k = 2; k < m; k++)
        x[k] = x[k] * x[k];
  }
}

// CHECK: plan of enzyme.prepared.cube
// CHECK: tape level 2 arrays of loop [[MIDDLE:[^: ]*]] behind those of loop {{.*}}: {{[0-9]+}} bytes
// CHECK: tape level 3 arrays of loop {{.*}} behind those of loop [[MIDDLE]]: {{[0-9]+}} bytes
void cube(int n, double *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = x[j];
      for (int k = 0; k < n; k++)
        s = s * s * x[k];
      x[j] = s * x[i];
    }
}

// Its lengths differ; some rows have none; rows may be the last ones.
// CHECK: plan of enzyme.prepared.triangle
// CHECK-NOT: behind those
void triangle(int n, double *x) {
  for (int r = 0; r < n; r++)
    for (int k = 0; k < r; k++)
      x[k] *= x[k] * x[r];
}
void seldom(int n, double *x) {
  for (int r = 0; r < n; r++)
    if (x[r] > 0)
      for (int k = 0; k < n; k++)
        x[k] *= x[k] * x[r];
}
void check(int);
void left(int n, double *x) {
  for (int r = 0; r < n; r++) {
    for (int k = 0; k < n; k++)
      x[k] *= x[k] * x[r];
    check(r);
  }
}

void all(int n, double *x, double *dx) {
  __enzyme_autodiff((void *)rows, n, n, x, dx);
  __enzyme_autodiff((void *)cube, n, x, dx);
  __enzyme_autodiff((void *)triangle, n, x, dx);
  __enzyme_autodiff((void *)seldom, n, x, dx);
  __enzyme_autodiff((void *)left, n, x, dx);
}

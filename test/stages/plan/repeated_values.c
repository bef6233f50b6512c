// What an inner loop computes anew each time it runs is kept once, for all its runs.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-plan 2>&1 | FileCheck %s
// RUN: enzyme-clang -O1 -c %s -o %t.o -Rpass-missed=enzyme 2>&1 | FileCheck --check-prefix=REMARK %s
double __enzyme_autodiff(void *, ...);

// CHECK: plan of enzyme.prepared.rows
// CHECK: tape level 2 arrays of loop for.body4 behind those of loop {{.*}}: 8 bytes
// CHECK: tape level 3 arrays for all runs of loop for.body4: 8 bytes
// REMARK: repeated_values.c:[[#@LINE+4]]:{{[0-9]+}}: remark: 8 bytes kept in each iteration of the loop at line [[#@LINE+4]]: it goes
void rows(int n, double *x, double factor) {
  for (int r = 0; r < n; r++) {
    double w = 1;
    for (int k = 0; k < n; k++) {
      x[k] *= w * x[k];
      w *= factor;
    }
  }
}

// Each row begins with another number.
// CHECK: plan of enzyme.prepared.moving
// CHECK: tape level 2 arrays of loop for.body{{[0-9]+}} behind those of loop {{.*}}: 16 bytes
// CHECK-NOT: arrays for all runs
void moving(int n, double *x, double factor) {
  for (int r = 0; r < n; r++) {
    double w = r;
    for (int k = 0; k < n; k++) {
      x[k] *= w * x[k];
      w *= factor;
    }
  }
}

void all(int n, double *x, double *dx) {
  __enzyme_autodiff((void *)rows, n, x, dx, 0.9);
  __enzyme_autodiff((void *)moving, n, x, dx, 0.9);
}

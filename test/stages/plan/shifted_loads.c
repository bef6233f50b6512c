// What a loop reads at several places of one array is kept once.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-plan 2>&1 | FileCheck %s
double __enzyme_autodiff(void *, ...);

// CHECK: plan of enzyme.prepared.march
// CHECK: tape level {{[0-9]}} arrays of loop for.body4 behind those of loop {{.*}}: 8 bytes
// CHECK: need read with what another load keeps {{.*}} load double
void march(int n, int steps, double *x, double *restrict slope) {
  for (int s = 0; s < steps; s++) {
    for (int i = 2; i < n - 1; i++)
      slope[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i];
    for (int i = 0; i < n; i++)
      x[i] += 0.01 * slope[i];
  }
}

// What is written while the loop runs is not what was read before.
// CHECK: plan of enzyme.prepared.relax
// CHECK: tape level {{[0-9]}} arrays of loop for.body4 behind those of loop {{.*}}: 16 bytes
// CHECK-NOT: need read with
void relax(int n, int steps, double *x) {
  for (int s = 0; s < steps; s++)
    for (int i = 1; i < n - 1; i++)
      x[i] = x[i - 1] * x[i + 1];
}

// A store that comes behind both reads changes what neither has still to read.
// CHECK: plan of enzyme.prepared.descend
// CHECK: tape level {{[0-9]}} arrays of loop for.body4 behind those of loop {{.*}}: 8 bytes
// CHECK: need read with what another load keeps {{.*}} load double
void descend(int n, int steps, double *x) {
  for (int s = 0; s < steps; s++)
    for (int i = 0; i < n - 1; i++)
      x[i] = x[i] * x[i + 1];
}

void all(int n, int steps, double *x, double *dx, double *slope, double *dslope) {
  __enzyme_autodiff((void *)march, n, steps, x, dx, slope, dslope);
  __enzyme_autodiff((void *)relax, n, steps, x, dx);
  __enzyme_autodiff((void *)descend, n, steps, x, dx);
}

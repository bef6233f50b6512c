// Rows of a length that only a run knows: a row that one iteration reads alone is a thread's own where the length is
// one, and rows beside it but for the first and last iterations of a share; rows that lie over each other are not.
// RUN: enzyme-clang -O2 -fopenmp -fenzyme-openmp=threads -c %s -o %t.o -mllvm -enzyme-print-plan 2>&1 | FileCheck %s
void __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

// CHECK-LABEL: plan of enzyme.prepared.enzyme.region.alone
// CHECK: load, perhaps shared
// CHECK-LABEL: plan of enzyme.prepared.enzyme.region.above
// CHECK: load, perhaps shared
// CHECK: load, perhaps shared
// CHECK-LABEL: plan of enzyme.prepared.enzyme.region.crowded
// CHECK: load, shared
static void alone(const double *x, double *y, int rows, int w) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < w; j++)
      y[i * w + j] = x[i * w + j] * x[i * w + j];
}
static void above(const double *x, double *y, int rows, int w) {
#pragma omp parallel for
  for (int i = 1; i < rows; i++)
    for (int j = 0; j < w; j++)
      y[i * w + j] = x[i * w + j] * x[(i - 1) * w + j];
}
static void crowded(const double *x, double *y, int rows, int w, int apart) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < w; j++)
      y[i * w + j] = x[i * apart + j] * x[i * apart + j];
}

void gradients(const double *x, double *dx, double *y, double *dy, int rows, int w, int apart) {
  __enzyme_autodiff((void *)alone, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, rows, enzyme_const, w);
  __enzyme_autodiff((void *)above, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, rows, enzyme_const, w);
  __enzyme_autodiff((void *)crowded, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, rows, enzyme_const, w, enzyme_const, apart);
}

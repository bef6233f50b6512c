// A region that reads, and adds to sums of the function around: the sums are its results, and where their adjoint is
// known the team goes back before it meets, in iterations that run together with their reverse. What an iteration reads alone
// is added to without atomic operations, in the function that the iteration became, too. A call of a region is not run again.
// RUN: enzyme-clang -O2 -fopenmp -fenzyme-openmp=threads -c %s -o %t.o -mllvm -enzyme-print-regions -mllvm -enzyme-print-plan 2>&1 | FileCheck %s
#include <math.h>
void __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

// CHECK-LABEL: regions of enzyme.prepared.energy
// CHECK: call double @enzyme.region.energy{{.*}}: fuse
// CHECK-LABEL: regions of enzyme.prepared.enzyme.region.energy
// CHECK: loop {{.*}}: replay: leaves nothing but its results
// CHECK: call double @enzyme.iteration.{{.*}}fuse
// CHECK-LABEL: regions of enzyme.prepared.enzyme.iteration
// CHECK-NOT: shared
static double energy(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int k = 1; k < 9; k++)
      sum += exp(-x[i] * k) * sin(x[i]);
  return sum;
}

// CHECK-LABEL: regions of enzyme.prepared.oneRegion
// CHECK: call double @enzyme.region.oneRegion{{.*}}: fuse
static double oneRegion(const double *x, int n) { // its last barrier is where threads meet anyway
  double sum = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += exp(-x[i]) * sin(x[i]);
  }
  return sum;
}

// CHECK-LABEL: regions of enzyme.prepared.involved
// CHECK: call double @enzyme.region.involved{{.*}}: team: the adjoint of its result is not known ahead
static double involved(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += exp(-x[i]) * sin(x[i]);
  return sum * sum;
}

// CHECK-LABEL: regions of enzyme.prepared.inLoop
// CHECK: loop {{.*}}: keep: it is a parallel region
static double inLoop(const double *x, int n) {
  double all = 1;
  for (int k = 0; k < 5; k++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += exp(-x[i]) * sin(x[i] * k);
    all *= sum;
  }
  return all;
}

void gradients(const double *x, double *dx, int n) {
  __enzyme_autodiff((void *)energy, enzyme_dup, x, dx, enzyme_const, n);
  __enzyme_autodiff((void *)oneRegion, enzyme_dup, x, dx, enzyme_const, n);
  __enzyme_autodiff((void *)involved, enzyme_dup, x, dx, enzyme_const, n);
  __enzyme_autodiff((void *)inLoop, enzyme_dup, x, dx, enzyme_const, n);
}

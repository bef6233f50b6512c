// The iteration that a minimum comes from is computed again; the others carry no derivative.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | FileCheck %s
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-plan 2>&1 | FileCheck --check-prefix=PLAN %s
double __enzyme_autodiff(void *, ...);

// CHECK: define {{.*}} @enzyme.prepared.nearest(
// CHECK: %last = phi i64
// CHECK-NEXT: %any = phi i1
// CHECK: fcmp
// CHECK: chosen:
// CHECK: br i1
// CHECK: chosen.end:
// PLAN: plan of enzyme.prepared.nearest
// PLAN-NOT: arrays of loop {{.*}}: {{[1-9]}}
// PLAN: plan of enzyme.prepared.greatest
double nearest(const double *x, const double *centres, int n, int d) {
  double least = 1e9;
  for (int k = 0; k < n; k++) {
    double square = 0;
    for (int c = 0; c < d; c++)
      square += (x[c] - centres[k * d + c]) * (x[c] - centres[k * d + c]);
    least = square < least ? square : least;
  }
  return least;
}

// A flag is cheaper than that where an iteration is one number.
// CHECK: define {{.*}} @enzyme.prepared.greatest(
// CHECK-NOT: chosen
double greatest(const double *x, int n) {
  double most = -1e9;
  for (int i = 0; i < n; i++)
    most = x[i] > most ? x[i] : most;
  return most;
}

void all(const double *x, double *dx, const double *c, double *dc, int n, int d) {
  __enzyme_autodiff((void *)nearest, x, dx, c, dc, n, d);
  __enzyme_autodiff((void *)greatest, x, dx, n);
}

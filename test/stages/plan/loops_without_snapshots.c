// Under a limit of the tape a remark says which loops keep no snapshots, and why.
// RUN: enzyme-clang -O2 -c %s -o %t.o -fenzyme-tape-limit=1M -Rpass-missed=enzyme 2>&1 | FileCheck %s
// RUN: enzyme-clang -O2 -c %s -o %t.o -Rpass-missed=enzyme 2>&1 | FileCheck --check-prefix=UNLIMITED %s
// UNLIMITED-NOT: no snapshots
#include <stdlib.h>
__attribute__((noinline)) static void step(int n, const double *u, double *v) {
  for (int i = 1; i < n - 1; i++)
    v[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
}
// The arrays are the caller's, who knows how large they are.
double ofTheCaller(double *u, double *v, int n, int steps) {
  // CHECK: loops_without_snapshots.c:[[#@LINE+1]]:{{.*}}remark: this loop keeps no snapshots, whatever the limit of the tape: it writes to memory 'v' of a size that is not known before the loop at line [[#@LINE+2]]
  for (int s = 0; s < steps; s++) {
    step(n, u, v);
    double *last = u;
    u = v;
    v = last;
  }
  return u[n / 2];
}
// Here it is known.
// CHECK-NOT: keeps no snapshots
double ofItsOwn(double *start, int n, int steps) {
  double *u = calloc(n, sizeof *u), *v = calloc(n, sizeof *v);
  for (int i = 0; i < n; i++)
    u[i] = v[i] = start[i];
  for (int s = 0; s < steps; s++) {
    step(n, u, v);
    step(n, v, u);
  }
  double result = u[n / 2];
  free(u);
  free(v);
  return result;
}
void __enzyme_autodiff(void *, ...);
void gradients(double *u, double *du, double *v, double *dv, int n, int steps) {
  __enzyme_autodiff((void *)ofTheCaller, u, du, v, dv, n, steps);
  __enzyme_autodiff((void *)ofItsOwn, u, du, n, steps);
}

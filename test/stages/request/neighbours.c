// Requests of one function with the same values, side by side, become lanes of one (passes/Neighbours.h); where something
// speaks against that, a remark says what.
// RUN: enzyme-clang -O2 -c %s -o %t.o -Rpass=enzyme -Rpass-missed=enzyme 2>&1 | FileCheck --implicit-check-not="not one request" %s
// RUN: enzyme-clang -O2 -c %s -o %t.o -Rpass=enzyme -mllvm -enzyme-neighbours=0 2>&1 | FileCheck --check-prefix=OFF --allow-empty %s
// OFF-NOT: lanes of one
#include <math.h>
#include <stdio.h>
void __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;
static void f(const double *x, double *y) {
  y[0] = sin(x[0]) * x[1];
  y[1] = exp(x[0]) + x[1];
}
static void g(double *x) { x[0] *= x[0]; }
static void h(const double *x, double *y) {
  printf("%g", x[0]);
  y[0] = x[0] * x[0];
}
void use(double *);

// CHECK: [[@LINE+4]]:3: remark: 2 requests with the same values run as 2 lanes of one
void together(const double *x, double *restrict out) {
  double y[2], row0[2] = {0}, row1[2] = {0}, seed0[2] = {1, 0}, seed1[2] = {0, 1};
  __enzyme_autodiff((void *)f, enzyme_dup, x, row0, enzyme_dup, y, seed0);
  __enzyme_autodiff((void *)f, enzyme_dup, x, row1, enzyme_dup, y, seed1);
  out[0] = row0[0], out[1] = row0[1], out[2] = row1[0], out[3] = row1[1];
}
// CHECK: [[@LINE+3]]:3: remark: not one request with the one before: its shadows may overlap
void shadows(const double *x, double *restrict y, double *restrict dx0, double *restrict dx1, double *dy) {
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx0, enzyme_dup, y, dy);
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx1, enzyme_dup, y, dy);
}
// CHECK: [[@LINE+6]]:3: remark: not one request with the one before: memory that the request before uses may be used in between, at line [[@LINE+5]]
void between(double *x, double *restrict dx0, double *restrict dx1, double *restrict dy0,
             double *restrict dy1) {
  double y[2];
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx0, enzyme_dup, y, dy0);
  x[1] = 3;
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx1, enzyme_dup, y, dy1);
}
// CHECK: [[@LINE+5]]:3: remark: not one request with the one before: the value of parameter 1 may be another
void values(const double *x, const double *z, double *restrict dx0, double *restrict dx1, double *restrict dy0,
            double *restrict dy1) {
  double y[2];
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx0, enzyme_dup, y, dy0);
  __enzyme_autodiff((void *)f, enzyme_dup, z, dx1, enzyme_dup, y, dy1);
}
// CHECK: [[@LINE+3]]:3: remark: not one request with the one before: it may read what it has written
void twice(double *x, double *restrict dx0, double *restrict dx1) {
  __enzyme_autodiff((void *)g, enzyme_dup, x, dx0);
  __enzyme_autodiff((void *)g, enzyme_dup, x, dx1);
}
// CHECK: [[@LINE+4]]:3: remark: not one request with the one before: it reads memory through pointers that it finds in memory, or calls what does
void prints(const double *x, double *restrict dx0, double *restrict dx1, double *restrict dy) {
  double y, seed0 = 1, seed1 = 2;
  __enzyme_autodiff((void *)h, enzyme_dup, x, dx0, enzyme_dup, &y, &seed0);
  __enzyme_autodiff((void *)h, enzyme_dup, x, dx1, enzyme_dup, &y, &seed1);
}
// CHECK: [[@LINE+5]]:3: remark: not one request with the one before: what is done in between is not known
void calls(const double *x, double *restrict dx0, double *restrict dx1, double *restrict other) {
  double y[2], seed0[2] = {1, 0}, seed1[2] = {0, 1};
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx0, enzyme_dup, y, seed0);
  use(other);
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx1, enzyme_dup, y, seed1);
}

// RUN: enzyme-clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: enzyme-clang -O1 -DWATCHED -S -emit-llvm %s -o - | FileCheck --check-prefix=WATCHED %s
// errno is no output of a derivative: a result that nobody wants goes, and with it the call of the
// library that could only have set errno. A file that looks at errno keeps it.
#include <errno.h>
#include <math.h>
extern int enzyme_dup, enzyme_dupnoneed;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static void wave(const double *x, double *y) { *y = sin(*x) + pow(*x, 2.5); }
static double decay(double x) { return cos(x); }
void gradient(const double *x, double *dx, double *y, double *dy) {
  __enzyme_autodiff((void *)wave, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy);
}
double tangent(double x) { return __enzyme_fwddiff((void *)decay, x, 1.0); }
#ifdef WATCHED
int failed(void) { return errno == EDOM; }
#endif
// CHECK-LABEL: @gradient(
// CHECK-NOT: {{@(llvm[.])?sin}}
// CHECK-NOT: double 2.500000e+00)
// CHECK: {{@(llvm[.])?cos}}
// CHECK-NOT: {{@(llvm[.])?sin}}
// CHECK-NOT: double 2.500000e+00)
// CHECK-LABEL: @tangent(
// CHECK-NOT: {{@(llvm[.])?cos}}
// CHECK: {{@(llvm[.])?sin}}
// CHECK-NOT: {{@(llvm[.])?cos}}
// CHECK: ret double
// WATCHED-LABEL: @gradient(
// WATCHED: call double @sin(
// WATCHED-LABEL: @tangent(
// WATCHED: call double @cos(

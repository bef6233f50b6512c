// A variable that other files know has one shadow in a program, of the file that defines it; one of
// this file's own keeps it to itself.
// RUN: enzyme-clang -O1 -S -emit-llvm %s -o - | FileCheck %s
// CHECK-DAG: @enzyme.shadow.defined = hidden {{.*}}global double
// CHECK-DAG: @enzyme.shadow.elsewhere = weak hidden {{.*}}global double
// CHECK-DAG: @enzyme.shadow.own = internal {{.*}}global double
double __enzyme_autodiff(void *, double);
double defined = 1;
extern double elsewhere;
static double own;
__attribute__((noinline)) static void keep(double x) {
  defined = x * x;
  elsewhere = defined * x;
  own = elsewhere * x;
}
double f(double x) {
  keep(x);
  return defined + elsewhere * own;
}
double slope(double x) { return __enzyme_autodiff((void *)f, x); }

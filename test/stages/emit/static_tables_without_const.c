// A static table that is only read needs no shadow, though the word const is missing. One that is written has one.
// RUN: enzyme-clang -O2 -c %s -o %t.o -mllvm -enzyme-print 2>&1 | FileCheck %s --implicit-check-not=shadow.table
static double table[1 << 16], other[1 << 16];
static double at(const double *from, int i) { return from[i & 0xffff]; }
double f(double x, int i) {
  const double *here = table;
  other[i] = x * x;
  return at(table, i) * x + here[i] + other[i];
}
double __enzyme_autodiff(void *, ...);
// CHECK: enzyme.shadow.other
double gradient(double x, int i) { return __enzyme_autodiff((void *)f, x, i); }

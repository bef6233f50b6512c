// RUN: enzyme-clang -fno-crash-diagnostics -mllvm -enzyme-reproducer=/dev/null/folder -Xclang -verify -c %s -o %t.o
// RUN: not enzyme-clang -mllvm -enzyme-reproducer=/dev/null/folder -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: warning: what is needed to repeat this compilation cannot be written to '/dev/null/folder' [ENZ0162] [-Wenzyme-reproducer]
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; } // expected-warning@*:* {{what is needed to repeat this compilation cannot be written to '/dev/null/folder' [ENZ0162]}}
double slope(double x) { return __enzyme_autodiff((void *)square, x); }

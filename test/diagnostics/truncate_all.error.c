// RUN: not enzyme-clang -mllvm -enzyme-truncate-all=64to -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not enzyme-clang -mllvm -enzyme-truncate-all=32to64 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: enzyme-clang -mllvm -enzyme-truncate-all='64to32;11-52to5-7' -c %s -o %t.o
// A list of formats that cannot be read, or that grow.
double f(double x) { return x * x; }
// CHECK: error: {{.*}}'-enzyme-truncate-all={{.*}}' asks for a floating-point format that cannot be read, or is none{{.*}}ENZ0124

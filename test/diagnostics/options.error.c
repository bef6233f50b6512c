// RUN: enzyme-clang -mllvm -enzyme-loose-types=1 -mllvm -enzyme-max-cache -mllvm -enzyme-print-perf=0 -mllvm -enzyme-strict-aliasing=0 -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -mllvm -enzyme-loose-types -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: enzyme-clang -w -Werror -mllvm -enzyme-loose-types -c %s -o %t.o 2>&1 | count 0
// RUN: not enzyme-clang -Werror -mllvm -enzyme-loose-types -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: enzyme-clang -Werror -Wno-enzyme-ignored-option -mllvm -enzyme-loose-types -c %s -o %t.o
// RUN: enzyme-clang -Werror -Wno-enzyme -mllvm -enzyme-loose-types -c %s -o %t.o
// RUN: not enzyme-clang -Werror=enzyme-ignored-option -mllvm -enzyme-loose-types -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: enzyme-clang -fenzyme-openmp=treads -c %s -o %t.o 2>&1 | FileCheck --check-prefix=TEAMS %s
// TEAMS: warning: the option '-fenzyme-openmp=treads' has no effect: it takes threads or serial [ENZ0130]
// Options of Enzyme without a meaning here are accepted, and say so once.
// CHECK: warning: the option '-enzyme-loose-types' has no effect: types are never guessed [ENZ0130] [-Wenzyme-ignored-option]
// CHECK-NOT: warning:
// ERROR: error: the option '-enzyme-loose-types' has no effect
double __enzyme_autodiff(void *, ...); // expected-warning@*:* {{the option '-enzyme-loose-types' has no effect: types are never guessed [ENZ0130]}}
double square(double x) { return x * x; } // expected-warning@*:* {{the option '-enzyme-max-cache' has no effect: what the tape holds is planned [ENZ0130]}}
double slope(double x) { return __enzyme_autodiff((void *)square, x); }

// RUN: enzyme-clang -mllvm -enzyme-report=/dev/null/page.html -Xclang -verify -c %s -o %t.o
// The page is asked for where nothing can be written.
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; } // expected-warning@*:* {{the report cannot be written to '/dev/null/page.html' [ENZ0163]}}
double slope(double x) { return __enzyme_autodiff((void *)square, x); }

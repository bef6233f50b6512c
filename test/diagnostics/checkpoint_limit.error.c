// RUN: enzyme-clang -fenzyme-tape-limit=much -Xclang -verify -c %s -o %t.o
// A limit that is no number.
double __enzyme_autodiff(void *, ...);
static double f(double x) { return x * x; }
double g(double x) { return __enzyme_autodiff((void *)f, x); } // expected-error-re@*:* {{-enzyme-tape-limit=much is no number of bytes{{.*}}ENZ0138}}

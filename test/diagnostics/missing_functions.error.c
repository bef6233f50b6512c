// RUN: enzyme-clang -Xclang -verify -fno-enzyme-carry -c %s -o %t.o
// All missing functions in one message, each with its caller.
double __enzyme_autodiff(void *, ...);
double first(double x);
double second(double x);
double inner(double x) { return second(x); } // expected-note {{'second' is called from 'inner' here}}
double f(double x) { // expected-note {{while differentiating 'f'}}
  return first(x) + inner(x); // expected-error-re {{no derivative is known for 2 functions: 'first', 'second'{{.*}}ENZ0060}} expected-note {{'first' is called from 'f' here}}
}
double a(void) { return __enzyme_autodiff((void *)f, 3.0); } // expected-note {{requested here}}

// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Assembly that computes with active values.
double __enzyme_autodiff(void *, ...);

double inRegisters(double x) {
  double y;
  __asm__("rsqrtss %1, %0" : "=x"(y) : "x"(x)); // expected-error-re {{no rule says how to differentiate inline assembly{{.*}}ENZ0062}}
  return y * x;
}
double b(void) { return __enzyme_autodiff((void *)inRegisters, 3.0); }

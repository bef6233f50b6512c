// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Operations without a rule.
double __enzyme_autodiff(void *, ...);

double assembly(double x) {
  double y;
  __asm__("rsqrtss %1, %0" : "=x"(y) : "x"(x)); // expected-error-re {{no rule says how to differentiate inline assembly{{.*}}ENZ0062}}
  return y;
}
double a(void) { return __enzyme_autodiff((void *)assembly, 3.0); }

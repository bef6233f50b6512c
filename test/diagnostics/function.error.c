// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// The first argument must lead to a function that can be differentiated.
double __enzyme_autodiff(void *, ...);
double __enzyme_none();
double square(double x) { return x * x; }
double sum(int n, ...) { return n; }
void *table[2];
double outer(double x);

double a(void *function) {
  return __enzyme_autodiff(function, 3.0); // expected-error-re {{the first argument of '__enzyme_autodiff' is a parameter of the function around it{{.*}}ENZ0005}}
}
double b(int i) {
  return __enzyme_autodiff(table[i], 3.0); // expected-error-re {{the first argument of '__enzyme_autodiff' is read from memory that may change{{.*}}ENZ0005}}
}
double c(void) {
  return __enzyme_autodiff(0, 3.0); // expected-error-re {{is a null pointer{{.*}}ENZ0005}}
}
double d(void) {
  return __enzyme_autodiff((void *)sum, 3, 1.0, 2.0); // expected-error-re {{'sum' takes a variable number of arguments{{.*}}ENZ0007}}
}
double inner(double x) {
  return __enzyme_autodiff((void *)outer, x); // expected-error-re {{differentiating 'outer' needs the derivative of 'outer' itself{{.*}}ENZ0009}}
}
double outer(double x) { return x * inner(x); }

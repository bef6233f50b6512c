// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Words that stand in code, with arguments that mean nothing.
double __enzyme_call_inactive(void *, ...);
int *__enzyme_call_inactive_p(void *, ...);
double __enzyme_iter(double, double);
void __enzyme_double(long, long);
double square(double x) { return x * x; }
double two(double x, double y) { return x * y; }
int *c(void) {
  return __enzyme_call_inactive_p((void *)square, 3.0); // expected-error-re {{'square' returns a double, which does not fit the declared result a pointer{{.*}}ENZ0121}}
}
double d(double *x) {
  return __enzyme_call_inactive((void *)two, 3.0); // expected-error-re {{too few arguments{{.*}}ENZ0012}}
}
void e(void) {
  __enzyme_double(1, 8); // expected-error-re {{'__enzyme_double' needs a pointer{{.*}}ENZ0122}}
}
double f(void) {
  return __enzyme_iter(3.0, 1.0); // expected-error-re {{__enzyme_iter needs two integers{{.*}}ENZ0123}}
}

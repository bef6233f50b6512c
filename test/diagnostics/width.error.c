// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// One direction at a time, for now.
extern int enzyme_width;
double __enzyme_fwddiff(void *, ...);
double square(double x) { return x * x; }

double a(int n) {
  return __enzyme_fwddiff((void *)square, enzyme_width, n, 3.0, 1.0); // expected-error-re {{enzyme_width is not followed by a constant integer{{.*}}ENZ0020}}
}
double b(void) {
  return __enzyme_fwddiff((void *)square, enzyme_width, 1, 3.0, 1.0, enzyme_width, 1); // expected-error {{enzyme_width is given more than once [ENZ0021]}}
}
double c(void) {
  return __enzyme_fwddiff((void *)square, enzyme_width, 2, 3.0, 1.0, 1.0); // expected-error-re {{enzyme_width 2 is not supported yet{{.*}}ENZ0022}}
}

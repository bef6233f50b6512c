// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// What cannot be asked for in several lanes.
extern int enzyme_width, enzyme_dup, enzyme_dupv, enzyme_const;
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
double read(double *x) { return *x * *x; }

double a(void) {
  return __enzyme_fwddiff((void *)square, enzyme_width, 0, 3.0, 1.0); // expected-error-re {{enzyme_width is not followed by an integer of at least 1{{.*}}ENZ0020}}
}
double b(void) {
  return __enzyme_fwddiff((void *)square, enzyme_width, 1, 3.0, 1.0, enzyme_width, 1); // expected-error {{enzyme_width is given more than once [ENZ0021]}}
}
double c(void) {
  return __enzyme_fwddiff((void *)square, enzyme_width, 1000000, 3.0, 1.0, 1.0); // expected-error-re {{enzyme_width 1000000 is too large{{.*}}ENZ0100}}
}
double d(double *x, double *dx) {
  return __enzyme_fwddiff((void *)read, enzyme_width, 2, enzyme_dup, x, dx); // expected-error-re {{shadow 2 of parameter 1 of 'read' is missing: with enzyme_width 2 there must be 2{{.*}}ENZ0101}}
}
double e(double *x, double *dx) {
  return __enzyme_fwddiff((void *)read, enzyme_width, 2, enzyme_dupv, x, dx); // expected-error-re {{enzyme_dupv is followed by a pointer where the distance between lanes{{.*}}ENZ0102}}
}

// Widths that only the run knows.
double *__enzyme_fwddiff_n(void *, ...);
double *f(int n) {
  return __enzyme_fwddiff_n((void *)square, enzyme_width, n, 3.0, 1.0); // expected-error-re {{enzyme_width is known only when the program runs, so the lanes of parameter 1 of 'square'{{.*}}ENZ0104}}
}
double __enzyme_error_estimate(void *, ...);
double h(int n, double *dx) {
  return __enzyme_error_estimate((void *)square, enzyme_width, n, enzyme_dupv, sizeof *dx, 3.0, dx); // expected-error-re {{enzyme_width is known only when the program runs, which '__enzyme_error_estimate' cannot have{{.*}}ENZ0107}}
}

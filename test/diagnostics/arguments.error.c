// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Values, shadows and markers must fit the parameters.
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_interleave;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
double square(double x) { return x * x; }
double dot(double *x, double *y, long n) { return x[0] * y[0] * n; }

double too_many(void) {
  return __enzyme_autodiff((void *)square, 3.0, 4.0); // expected-error-re {{too many arguments in the request for 'square': argument 3 belongs to no parameter{{.*}}ENZ0011}}
}
double too_few(void) {
  return __enzyme_autodiff((void *)square); // expected-error-re {{too few arguments in the request for 'square': nothing is passed for parameter 1{{.*}}ENZ0012}}
}
double no_shadow(double *x, double *dx, double *y) {
  return __enzyme_autodiff((void *)dot, x, dx, y); // expected-error-re {{the shadow of parameter 2 of 'dot' is missing{{.*}}ENZ0013}}
}
double folded_marker(void) {
  enum { folded_const = 0 };
  return __enzyme_autodiff((void *)square, folded_const, 3.0); // expected-error-re {{argument 2 of the request for 'square' is a 32-bit integer, but parameter 1 is a double{{.*}}ENZ0014}}
}
double unknown_sign(double *x, double *dx, double *y, double *dy, int n) {
  return __enzyme_autodiff((void *)dot, x, dx, y, dy, n); // expected-error-re {{argument 6 of the request for 'dot' is a 32-bit integer, but parameter 3 is a 64-bit integer; cast it{{.*}}ENZ0014}}
}
double wrong_shadow(double *x, double *dx, double *y) {
  return __enzyme_autodiff((void *)dot, x, dx, y, 3L); // expected-error-re {{argument 5 of the request for 'dot' is a 64-bit integer; it is taken as the shadow of parameter 2{{.*}}ENZ0015}}
}
double marker_at_end(void) {
  return __enzyme_autodiff((void *)square, 3.0, enzyme_const); // expected-error-re {{the marker 'enzyme_const' has no argument after it{{.*}}ENZ0016}}
}
double out_pointer(double *x, double *y, double *dy) {
  return __enzyme_autodiff((void *)dot, enzyme_out, x, y, dy, 1L); // expected-error-re {{enzyme_out is given for parameter 1 of 'dot', which is a pointer{{.*}}ENZ0017}}
}
double out_forward(void) {
  return __enzyme_fwddiff((void *)square, enzyme_out, 3.0); // expected-error-re {{enzyme_out has no meaning in forward mode (parameter 1 of 'square'){{.*}}ENZ0018}}
}
double dup_value(void) {
  return __enzyme_autodiff((void *)square, enzyme_dup, 3.0, 1.0); // expected-error-re {{enzyme_dup is given for parameter 1 of 'square', a value{{.*}}ENZ0019}}
}
double interleaved_twice(double *x, double *dx) {
  return __enzyme_autodiff((void *)dot, x, enzyme_const, x, 1L, enzyme_interleave, enzyme_interleave, dx); // expected-error {{enzyme_interleave is given more than once [ENZ0026]}}
}
double marker_behind(double *x, double *dx) {
  return __enzyme_autodiff((void *)dot, x, enzyme_const, x, 1L, enzyme_interleave, enzyme_dup, dx); // expected-error-re {{the marker 'enzyme_dup' stands behind enzyme_interleave{{.*}}ENZ0027}}
}
double spurious(double *x, double *dx) {
  return __enzyme_autodiff((void *)dot, x, enzyme_const, x, 1L, enzyme_interleave, dx, dx); // expected-error {{argument 8 of the request for 'dot' is a shadow that belongs to no parameter [ENZ0029]}}
}

// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// What a request returns must fit what was declared.
extern int enzyme_primal_return, enzyme_active_return;
typedef struct { double a, b, c; } D3;
typedef struct { double a, b; } D2;
typedef struct { double *p; double x; } Mixed;
double __enzyme_autodiff(void *, ...);
D2 __enzyme_autodiff_2(void *, ...);
D3 __enzyme_autodiff_3(void *, ...);
double *__enzyme_autodiff_p(void *, ...);
double __enzyme_fwddiff(void *, ...);
double square(double x) { return x * x; }
double product(double x, double y) { return x * y; }
void nothing(double *x) { *x = 0; }
double *pointer(double *x) { return x; }
D3 three(double x) { return (D3){x, x, x}; }
int rounded(double x) { return (int)x; }
double triangle(int n) { return n * (n + 1) / 2; }
double mixed(Mixed m) { return *m.p * m.x; }

double a(double *x, double *dx) {
  return __enzyme_autodiff((void *)nothing, enzyme_primal_return, x, dx); // expected-error {{enzyme_primal_return is given, but 'nothing' returns nothing [ENZ0023]}}
}
double b(D3 *seed) {
  return __enzyme_autodiff((void *)three, enzyme_primal_return, seed, 3.0); // expected-error-re {{enzyme_primal_return cannot be used with 'three' in reverse mode{{.*}}ENZ0024}}
}
double c(double *x, double *dx) {
  return __enzyme_autodiff((void *)pointer, enzyme_active_return, x, dx); // expected-error-re {{enzyme_active_return is given, but 'pointer' returns a pointer{{.*}}ENZ0025}}
}
double d(Mixed m, Mixed dm) {
  return __enzyme_autodiff((void *)mixed, m, dm); // expected-error-re {{the shadow of parameter 1 of 'mixed' is a structure passed by value{{.*}}ENZ0028}}
}
double *e(void) {
  return __enzyme_autodiff_p((void *)square, 3.0); // expected-error-re {{the derivative of 'square' is a double, which does not fit the declared result a pointer{{.*}}ENZ0030}}
}
double f(void) {
  return __enzyme_fwddiff((void *)three, 3.0, 1.0); // expected-error-re {{'three' returns a structure of 24 bytes through memory; the request's declared result must hold 24 bytes{{.*}}ENZ0031}}
}
double g(void) {
  return __enzyme_autodiff((void *)product, 3.0, 4.0); // expected-warning-re {{the derivative of 'product' has 2 values, the declared result holds 1: the others are dropped{{.*}}ENZ0032}}
}
D3 h(void) {
  return __enzyme_autodiff_3((void *)product, 3.0, 4.0); // expected-warning-re {{the derivative of 'product' has 2 values, the declared result holds 3: the rest is set to zero{{.*}}ENZ0033}}
}
double i(void) {
  return __enzyme_autodiff((void *)rounded, 3.5); // expected-warning-re {{the derivative of 'rounded' is zero: it returns {{.*}}, and no argument of it has a shadow{{.*}}ENZ0034}}
}
double j(void) {
  return __enzyme_fwddiff((void *)rounded, 3.5, 1.0); // expected-warning-re {{the derivative of 'rounded' is zero{{.*}}ENZ0034}}
}
double k(int n) {
  __enzyme_autodiff((void *)triangle, n); // its result is not read
  return __enzyme_autodiff((void *)triangle, n) + // expected-warning-re {{the derivative of 'triangle' is zero: all its parameters are integers{{.*}}ENZ0034}}
         __enzyme_fwddiff((void *)triangle, n); // expected-warning-re {{the derivative of 'triangle' is zero: all its parameters are integers{{.*}}ENZ0034}}
}

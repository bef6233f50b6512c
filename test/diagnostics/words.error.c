// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Words that are misspelled, out of place, or used other than by calling them.
extern int enzyme_dup, enzyme_dupp, enzyme_vector;
double __enzyme_autodiff(void *, ...);
double __enzyme_autodif(void *, ...);
double __enzyme_derive(void *, ...);
void *__enzyme_likelihood(void *, ...);
void free_me(double *x);
double square(double x) { return x * x; }
double memory(double *x) { return *x; }

double a(void) {
  return __enzyme_autodif((void *)square, 3.0); // expected-error-re {{'__enzyme_autodif' is no request that is known; did you mean '__enzyme_autodiff'?{{.*}}ENZ0001}}
}
double b(void) {
  return __enzyme_derive((void *)square, 3.0); // expected-error {{'__enzyme_derive' is no request that is known [ENZ0001]}}
}
void *c(void) {
  return __enzyme_likelihood((void *)square, 3.0); // expected-error-re {{'__enzyme_likelihood' belongs to probabilistic programs{{.*}}ENZ0120}}
}
double d(void *tape) {
  return __enzyme_autodiff((void *)square, enzyme_vector, tape, 3.0); // expected-error-re {{the marker 'enzyme_vector' has no meaning in '__enzyme_autodiff'{{.*}}ENZ0003}}
}
double e(double *x, double *dx) {
  return __enzyme_autodiff((void *)memory, enzyme_dupp, x, dx); // expected-error-re {{'enzyme_dupp' is no marker that is known; did you mean 'enzyme_dup'?{{.*}}ENZ0004}}
}
double f(void) {
  double (*indirect)(void *, ...) = __enzyme_autodiff; // expected-error-re {{'__enzyme_autodiff' is used other than by calling it{{.*}}ENZ0008}}
  return indirect((void *)square, 3.0);
}

// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Words that ask for no derivative, used in ways that mean nothing.
extern int enzyme_dup, enzyme_width, enzyme_scalar, enzyme_buffer, enzyme_trace, enzyme_vector;
double __enzyme_autodiff(void *, ...);
void __enzyme_likelihood(void *, ...);
double __enzyme_sample(void *, void *, const char *, double);
typedef struct { double v[2]; } V2;
V2 __enzyme_batch(void *, ...);
double square(double x) { return x * x; }
double two(double x, double y) { return x * y; }
double draw(double mu) { return mu; }
void model(void) {
  __enzyme_sample((void *)draw, (void *)draw, "a", 5.0); // expected-error-re {{'__enzyme_sample' belongs to probabilistic programs{{.*}}ENZ0120}}
}
void a(void) {
  __enzyme_likelihood((void *)model); // expected-error-re {{'__enzyme_likelihood' belongs to probabilistic programs{{.*}}ENZ0120}}
}
double b(void *t) {
  return __enzyme_autodiff((void *)square, enzyme_trace, t, 3.0); // expected-error-re {{'enzyme_trace' belongs to probabilistic programs{{.*}}ENZ0120}}
}
V2 g(double x) {
  return __enzyme_batch((void *)square, enzyme_width, 2, enzyme_dup, x, x); // expected-error-re {{the marker 'enzyme_dup' has no meaning in a batch{{.*}}ENZ0127}}
}
V2 h(double x) {
  return __enzyme_batch((void *)two, enzyme_width, 2, x, enzyme_scalar, 1.0); // expected-error-re {{parameter 1 of 'two' needs 2 values in this batch, but 1 are passed{{.*}}ENZ0128}}
}
V2 i(double x) {
  return __enzyme_batch((void *)square, x, x); // expected-error {{enzyme_width is not followed by an integer of at least 1 [ENZ0020]}}
}
double j(double x) {
  return __enzyme_autodiff((void *)square, enzyme_scalar, x); // expected-error-re {{the marker 'enzyme_scalar' has no meaning in '__enzyme_autodiff'{{.*}}ENZ0003}}
}
void *__enzyme_truncate_op_func(void *, int, int, int);
void *m(void) {
  return __enzyme_truncate_op_func((void *)square, 64, 12, 23); // expected-error-re {{'__enzyme_truncate_op_func' asks for a floating-point format that is larger than the one it replaces{{.*}}ENZ0124}}
}
extern int enzyme_error_bound;
double n(double x) {
  return __enzyme_autodiff((void *)square, enzyme_error_bound, 3, x); // expected-error-re {{enzyme_error_bound is not followed by a pointer{{.*}}ENZ0129}}
}

// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Halves of split derivatives that do not go together with their tapes.
extern int enzyme_dup, enzyme_out, enzyme_allocated, enzyme_tape, enzyme_byref, enzyme_primal_return;
typedef struct {
  double a, b;
} Two;
typedef struct {
  void *tape;
  double p;
} Taped;
Taped __enzyme_augmentfwd(void *, ...);
double __enzyme_augmentfwd_in(void *, ...);
double __enzyme_reverse(void *, ...);
void __enzyme_reverse_void(void *, ...);
long __enzyme_augmentsize(void *, ...);
double __enzyme_autodiff(void *, ...);
double sin(double);
double square(double x) { return sin(x) * x; }
double memory(double *x) { return *x * sin(*x); }
void nothing(double *x) { *x = sin(*x); }
Two pair(double x) { return (Two){x, sin(x)}; }

double seed(void *tape) {
  return __enzyme_reverse((void *)square, 3.0, tape); // expected-error-re {{the seed of 'square' is missing{{.*}}ENZ0110}}
}
void tape(double *x, double *dx) {
  __enzyme_reverse_void((void *)nothing, x, dx); // expected-error-re {{the tape is missing in the reverse half of 'nothing'{{.*}}ENZ0111}}
}
void tape_type(double *x, double *dx) {
  __enzyme_reverse_void((void *)nothing, x, dx, 1.0); // expected-error-re {{argument 4 of the request for 'nothing' is a double, where the tape is expected{{.*}}ENZ0112}}
}
double seed_type(void *tape, Two *s) {
  return __enzyme_reverse((void *)square, 3.0, s, tape); // expected-error-re {{argument 3 of the request for 'square' is a pointer, but the seed is a double{{.*}}ENZ0113}}
}
double not_constant(char *m, long n) {
  return __enzyme_augmentfwd_in((void *)square, enzyme_allocated, n, enzyme_tape, m, 3.0); // expected-error-re {{enzyme_allocated is not followed by a constant{{.*}}ENZ0115}}
}
double no_size(char *m) {
  return __enzyme_augmentfwd_in((void *)square, enzyme_tape, m, 3.0); // expected-error-re {{enzyme_tape is given without enzyme_allocated{{.*}}ENZ0116}}
}
double combined(char *m) {
  return __enzyme_autodiff((void *)square, enzyme_allocated, 8, enzyme_tape, m, 3.0); // expected-error {{the marker 'enzyme_allocated' has no meaning in '__enzyme_autodiff' [ENZ0117]}}
}
Taped primal(void) {
  return __enzyme_augmentfwd((void *)square, enzyme_primal_return, 3.0); // expected-error {{the marker 'enzyme_primal_return' has no meaning in '__enzyme_augmentfwd' [ENZ0117]}}
}
long size(double *x) {
  return __enzyme_augmentsize((void *)memory, enzyme_dup, x); // expected-error-re {{takes one activity marker for each parameter of 'memory' and no values, but argument 3{{.*}}ENZ0118}}
}
double by_reference(void *tape, Two *s) {
  return __enzyme_reverse((void *)pair, 3.0, enzyme_byref, 8, s, tape); // expected-error-re {{enzyme_byref gives 8 bytes for the seed of 'pair', which has 16{{.*}}ENZ0119}}
}

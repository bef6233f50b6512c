// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// A tape of fixed size that is too small: known once the derivative is made.
extern int enzyme_allocated, enzyme_tape;
double __enzyme_augmentfwd_in(void *, ...);
double sin(double);
double square(double x) { return sin(x) * x; }
double too_small(char *m) {
  return __enzyme_augmentfwd_in((void *)square, enzyme_allocated, 4, enzyme_tape, m, 3.0); // expected-error-re {{the tape of 'square' needs 8 bytes, and enzyme_allocated gives it 4{{.*}}ENZ0114}}
}

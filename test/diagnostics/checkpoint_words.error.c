// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// The word with no number of snapshots.
void __enzyme_checkpoint(double);
void __enzyme_autodiff(void *, ...);
static void f(double *x) {
  for (int t = 0; t < 9; t++) {
    __enzyme_checkpoint(3.0); // expected-error-re {{'__enzyme_checkpoint' needs one integer{{.*}}ENZ0134}}
    *x *= *x;
  }
}
void g(double *x, double *dx) { __enzyme_autodiff((void *)f, x, dx); }

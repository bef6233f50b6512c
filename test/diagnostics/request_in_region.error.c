// RUN: enzyme-clang -fopenmp -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -fopenmp -g -Xclang -verify=expected,lines -c %s -o %t.o
// REQUIRES: openmp
// A request in a parallel region is told of at its line, without -g too.
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
static double product(const double *x, const double *y) { return *x * *y; }
void each(double *x, double *dx) {
#pragma omp parallel for // lines-note {{called from here}}
  for (int i = 0; i < 3; i++)
    __enzyme_autodiff((void *)product, enzyme_dup, x, dx, x, 3); // expected-error {{argument 6 of the request for 'product' is a 32-bit integer}}
}

// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// A function that cannot be run once per strip of lanes.
extern int enzyme_width, enzyme_dupv;
void __enzyme_autodiff(void *, ...);

void accumulate(const double *x, double *sum) { *sum += *x * *x; }

void g(const double *x, double *dx, double *sum, double *dsum, int n) {
  __enzyme_autodiff((void *)accumulate, enzyme_width, n, enzyme_dupv, sizeof *dx, x, dx, enzyme_dupv, sizeof *dsum, sum, dsum); // expected-error-re {{enzyme_width is known only when the program runs, but 'accumulate' cannot be run once per strip of lanes{{.*}}ENZ0106}}
}

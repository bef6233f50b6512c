// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// A function that can run only once and keeps addresses of one lane.
extern int enzyme_width, enzyme_dupv;
void __enzyme_autodiff(void *, ...);

void link(double *x, double **slots, int n) {
  for (int i = 0; i < n; i++) {
    double *kept = slots[i];
    slots[i] = x + i;
    *kept *= *x;
  }
}

void g(double *x, double *dx, double **slots, double **dslots, int n) {
  __enzyme_autodiff((void *)link, enzyme_width, n, enzyme_dupv, sizeof *dx, x, dx, enzyme_dupv, sizeof *dslots, slots, dslots, n); // expected-error-re {{enzyme_width is known only when the program runs, but 'link' can run only once{{.*}}ENZ0106}}
}

// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// A registered function that several lanes cannot share.
extern int enzyme_width, enzyme_dupv;
void __enzyme_fwddiff(void *, ...);

// In place: a second call would start from what the first one left.
__attribute__((noinline)) void twice(double *x) { *x = *x * 2; }
void twice_forward(double *x, double *dx) {
  *x = *x * 2;
  *dx = *dx * 2;
}
void *__enzyme_register_derivative_twice[] = {(void *)twice, (void *)twice_forward};
void uses(double *x) {
  twice(x); // expected-error-re {{the forward function registered for 'twice' cannot be called once per lane (enzyme_width 2){{.*}}ENZ0103}}
  *x = *x * *x;
}
void d(double *x, double *dx) {
  __enzyme_fwddiff((void *)uses, enzyme_width, 2, enzyme_dupv, sizeof *dx, x, dx);
}

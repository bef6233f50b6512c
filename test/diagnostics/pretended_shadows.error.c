// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Shadows that are no memory, used as if they were, or with functions that do not fit.
double *__enzyme_todense(void *, void *, long);
void __enzyme_autodiff_v(void *, ...);
double load(long offset, long k) { return 0; }
void store(double v, long offset, long k) {}
float loadFloat(long offset, long k) { return 0; }
double *kept;
double keeps(double *x) { kept = x; return *x; }
double reads(double *x) { return *x * *x; }
void k(double *x) {
  __enzyme_autodiff_v((void *)keeps, x, __enzyme_todense((void *)load, (void *)store, 1)); // expected-error-re {{the shadow made by __enzyme_todense is used by a store of the address itself{{.*}}ENZ0125}}
}
void l(double *x) {
  __enzyme_autodiff_v((void *)reads, x, __enzyme_todense((void *)load, (void *)load, 1)); // expected-error-re {{the store function of __enzyme_todense does not take{{.*}}ENZ0126}}
}

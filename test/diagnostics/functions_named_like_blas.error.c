// RUN: enzyme-clang -Xclang -verify -fno-enzyme-carry -c %s -o %t.o
// RUN: enzyme-clang -O2 -Xclang -verify -fno-enzyme-carry -c %s -o %t.o
// The name of a routine alone is no proof: its signature must be that of a spelling. Routines without a rule are
// refused by name.
double ddot(int, const double *, const double *);
double cblas_dnrm2(int, const float *, double);
void cblas_daxpy(int, float, const double *, long, double *, int);
void dscal_(const int *, const double *, double *, const int *, int);
struct triple { double x[3]; };
void daxpy_(const int *, struct triple, const double *, const int *, double *, const int *);
void drotmg_(const int *, double *, const int *, double *, const int *, const double *);
void zgesvd_(const char *, const char *, const int *, const int *, double *, const int *, double *, double *, const int *,
             double *, const int *, double *, const int *, double *, int *);
double ddot_(const int *, const double *, const int *, const double *, const int *);
double __enzyme_autodiff(void *, ...);

double f(double *x, double *y) { // expected-note {{while differentiating 'f'}}
  int n = 2, one = 1;
  double r = ddot(2, x, y); // expected-note {{'ddot' is called from 'f' here}}
  r += cblas_dnrm2(2, (float *)x, r); // expected-note {{'cblas_dnrm2' is called from 'f' here}}
  cblas_daxpy(2, 1, x, 1, y, 1); // expected-error-re {{no derivative is known for 7 functions: 'cblas_daxpy', 'cblas_dnrm2', 'daxpy_', 'ddot', 'drotmg_', 'dscal_', 'zgesvd_'{{.*}}ENZ0060}} expected-note {{'cblas_daxpy' is called from 'f' here}}
  dscal_(&n, x, y, &one, 1); // expected-note {{'dscal_' is called from 'f' here}}
  drotmg_(&n, x, &one, y, &one, x); // expected-note {{'drotmg_' is called from 'f' here}}
  daxpy_(&n, *(struct triple *)x, x, &one, y, &one); // expected-note {{'daxpy_' is called from 'f' here}}
  zgesvd_("A", "A", &n, &n, x, &n, y, x, &n, x, &n, y, &n, y, &n); // expected-note {{'zgesvd_' is called from 'f' here}}
  return r + ddot_(&n, x, &one, y, &one);
}
double request(double *x, double *dx, double *y, double *dy) {
  return __enzyme_autodiff((void *)f, x, dx, y, dy); // expected-note {{requested here}}
}

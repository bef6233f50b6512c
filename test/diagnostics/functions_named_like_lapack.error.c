// RUN: enzyme-clang -Xclang -verify -fno-enzyme-carry -c %s -o %t.o
// RUN: enzyme-clang -O2 -Xclang -verify -fno-enzyme-carry -c %s -o %t.o
// Routines of LAPACK are known by name and signature: of Fortran and LAPACKE, not by CBLAS's names. What has no rule is
// refused by name.
int LAPACKE_dgetrf(int, int, int, double *, int, long *, int);
int LAPACKE_dpotrf(int, int, int, double *, int);
void LAPACKE_dscal(int, double, double *, int);
int cblas_dgesv(int, int, int, double *, int, int *, double *, int);
void dpotrf_(const char *, const int *, double *, const int *);
void dgeev_(const char *, const char *, const int *, double *, const int *, double *, double *, const int *, int *);
void dgesv_(const int *, const int *, double *, const int *, int *, double *, const int *, int *);
double __enzyme_autodiff(void *, ...);

double f(double *x, double *y) { // expected-note {{while differentiating 'f'}}
  int n = 2, info, pivots[2];
  long wide[2];
  info = LAPACKE_dgetrf(102, 2, 2, x, 2, wide, 1); // expected-error-re {{no derivative is known for 6 functions: 'LAPACKE_dgetrf', 'LAPACKE_dpotrf', 'LAPACKE_dscal', 'cblas_dgesv', 'dgeev_', 'dpotrf_'{{.*}}ENZ0060}} expected-note {{'LAPACKE_dgetrf' is called from 'f' here}}
  info += LAPACKE_dpotrf(102, 'U', 2, x, 2); // expected-note {{'LAPACKE_dpotrf' is called from 'f' here}}
  LAPACKE_dscal(2, 1, y, 1); // expected-note {{'LAPACKE_dscal' is called from 'f' here}}
  info += cblas_dgesv(102, 2, 2, x, 2, pivots, y, 2); // expected-note {{'cblas_dgesv' is called from 'f' here}}
  dpotrf_("U", &n, x, &n); // expected-note {{'dpotrf_' is called from 'f' here}}
  dgeev_("V", "U", &n, x, &n, y, y, &n, &info); // expected-note {{'dgeev_' is called from 'f' here}}
  dgesv_(&n, &n, x, &n, pivots, y, &n, &info);
  return y[0] * info;
}
double request(double *x, double *dx, double *y, double *dy) {
  return __enzyme_autodiff((void *)f, x, dx, y, dy); // expected-note {{requested here}}
}

// Derivatives through the GNU Scientific Library.
//
// A program as a user of GSL writes it: nothing of GSL is here but its headers; the library
// was built by its own scripts, and the link finds what the derivatives need. Each function
// of one number calls a part of GSL; its derivative in forward mode, in reverse mode and by
// differences (extrapolated twice) must agree.
#include <enzyme/enzyme.h>
#include <gsl/gsl_bspline.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_chebyshev.h>
#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_deriv.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_fft_real.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multiroots.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_poly.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sf.h>
#include <gsl/gsl_spline.h>
#include <gsl/gsl_spline2d.h>
#include <gsl/gsl_statistics_double.h>
#include <gsl/gsl_sum.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

//===--- special functions and distributions ------------------------------===//

double airy(double x) { return gsl_sf_airy_Ai(x, GSL_PREC_DOUBLE); }
double bessel_j0(double x) { return gsl_sf_bessel_J0(x); }
double bessel_k_order(double x) { return gsl_sf_bessel_Knu(1.3, x); }
double beta_incomplete(double x) { return gsl_sf_beta_inc(2.5, 1.5, x); }
double clausen(double x) { return gsl_sf_clausen(x); }
double dawson(double x) { return gsl_sf_dawson(x); }
double debye(double x) { return gsl_sf_debye_3(x); }
double dilogarithm(double x) { return gsl_sf_dilog(x); }
double elliptic(double x) { return gsl_sf_ellint_Kcomp(x, GSL_PREC_DOUBLE); }
double error_function(double x) { return gsl_sf_erf(x); }
double exponential_integral(double x) { return gsl_sf_expint_E1(x); }
double fermi_dirac(double x) { return gsl_sf_fermi_dirac_half(x); }
double gamma_function(double x) { return gsl_sf_gamma(x); }
double gamma_incomplete(double x) { return gsl_sf_gamma_inc_P(2.5, x); }
double gamma_logarithm(double x) { return gsl_sf_lngamma(x); }
double hypergeometric_1f1(double x) { return gsl_sf_hyperg_1F1(1.5, 2.5, x); }
double hypergeometric_2f1(double x) { return gsl_sf_hyperg_2F1(0.5, 1.5, 2.5, x); }
double lambert(double x) { return gsl_sf_lambert_W0(x); }
double legendre(double x) { return gsl_sf_legendre_Pl(5, x); }
double psi(double x) { return gsl_sf_psi(x); }
double synchrotron(double x) { return gsl_sf_synchrotron_1(x); }
double zeta(double x) { return gsl_sf_zeta(x); }
double normal_probability(double x) { return gsl_cdf_gaussian_P(x, 1.5); }
double normal_quantile(double x) { return gsl_cdf_gaussian_Pinv(x, 1.5); }
double chi_squared(double x) { return gsl_cdf_chisq_P(x, 3); }
double beta_density(double x) { return gsl_ran_beta_pdf(x, 2, 3); }
double complex_exponential(double x) {
  gsl_complex z = gsl_complex_exp(gsl_complex_rect(x, 2 * x));
  return GSL_REAL(gsl_complex_div(z, gsl_complex_rect(1, x)));
}

//===--- linear algebra ---------------------------------------------------===//

enum { Size = 4 };

static gsl_matrix *matrix(double x) {
  gsl_matrix *m = gsl_matrix_alloc(Size, Size);
  for (int i = 0; i < Size; i++)
    for (int j = 0; j < Size; j++)
      gsl_matrix_set(m, i, j, (i == j ? 4 + x : 0) + cos(x * (i + 1) + j) + cos(x * (j + 1) + i));
  return m;
}

static gsl_vector *vector(double x) {
  gsl_vector *v = gsl_vector_alloc(Size);
  for (int i = 0; i < Size; i++)
    gsl_vector_set(v, i, sin(x + i));
  return v;
}

static double norm_and_free(gsl_matrix *m, gsl_vector *b, gsl_vector *x) {
  double norm;
  gsl_blas_ddot(x, x, &norm);
  gsl_matrix_free(m);
  gsl_vector_free(b);
  gsl_vector_free(x);
  return norm;
}

double lu_solve(double x) {
  gsl_matrix *m = matrix(x);
  gsl_vector *b = vector(x), *y = gsl_vector_alloc(Size);
  gsl_permutation *p = gsl_permutation_alloc(Size);
  int sign;
  gsl_linalg_LU_decomp(m, p, &sign);
  gsl_linalg_LU_solve(m, p, b, y);
  gsl_permutation_free(p);
  return norm_and_free(m, b, y);
}

double determinant(double x) {
  gsl_matrix *m = matrix(x);
  gsl_permutation *p = gsl_permutation_alloc(Size);
  int sign;
  gsl_linalg_LU_decomp(m, p, &sign);
  double result = gsl_linalg_LU_det(m, sign);
  gsl_permutation_free(p);
  gsl_matrix_free(m);
  return result;
}

double cholesky_solve(double x) {
  gsl_matrix *m = matrix(x);
  gsl_vector *b = vector(x), *y = gsl_vector_alloc(Size);
  gsl_linalg_cholesky_decomp1(m);
  gsl_linalg_cholesky_solve(m, b, y);
  return norm_and_free(m, b, y);
}

double qr_solve(double x) {
  gsl_matrix *m = matrix(x);
  gsl_vector *b = vector(x), *y = gsl_vector_alloc(Size), *tau = gsl_vector_alloc(Size);
  gsl_linalg_QR_decomp(m, tau);
  gsl_linalg_QR_solve(m, tau, b, y);
  gsl_vector_free(tau);
  return norm_and_free(m, b, y);
}

double eigenvalue(double x) {
  gsl_matrix *m = matrix(x);
  gsl_vector *values = gsl_vector_alloc(Size);
  gsl_eigen_symm_workspace *w = gsl_eigen_symm_alloc(Size);
  gsl_eigen_symm(m, values, w);
  double largest = gsl_vector_max(values);
  gsl_eigen_symm_free(w);
  gsl_vector_free(values);
  gsl_matrix_free(m);
  return largest;
}

double matrix_product(double x) {
  gsl_matrix *m = matrix(x);
  gsl_vector *b = vector(x), *y = gsl_vector_calloc(Size);
  gsl_blas_dgemv(CblasTrans, 2.0, m, b, 0.0, y);
  return norm_and_free(m, b, y);
}

double least_squares(double x) {
  enum { Points = 8, Terms = 3 };
  gsl_matrix *design = gsl_matrix_alloc(Points, Terms), *covariance = gsl_matrix_alloc(Terms, Terms);
  gsl_vector *y = gsl_vector_alloc(Points), *c = gsl_vector_alloc(Terms);
  for (int i = 0; i < Points; i++) {
    for (int j = 0; j < Terms; j++)
      gsl_matrix_set(design, i, j, gsl_pow_int(0.3 * i, j));
    gsl_vector_set(y, i, exp(0.1 * x * i) + 0.01 * (i % 3));
  }
  gsl_multifit_linear_workspace *w = gsl_multifit_linear_alloc(Points, Terms);
  double chisq;
  gsl_multifit_linear(design, y, c, covariance, &chisq, w);
  double result = gsl_vector_get(c, 0) + gsl_vector_get(c, 2) + chisq;
  gsl_multifit_linear_free(w);
  gsl_matrix_free(design);
  gsl_matrix_free(covariance);
  gsl_vector_free(y);
  gsl_vector_free(c);
  return result;
}

//===--- callbacks: integration, roots, series ----------------------------===//

static double wave(double t, void *p) { return exp(-t * *(double *)p) * cos(3 * t); }

double integral(double x) {
  gsl_integration_workspace *w = gsl_integration_workspace_alloc(100);
  gsl_function f = {wave, &x};
  double result, error;
  gsl_integration_qags(&f, 0, 1 + x, 1e-12, 1e-12, 100, w, &result, &error);
  gsl_integration_workspace_free(w);
  return result;
}

double integral_to_infinity(double x) {
  gsl_integration_workspace *w = gsl_integration_workspace_alloc(200);
  gsl_function f = {wave, &x};
  double result, error;
  gsl_integration_qagiu(&f, 0.5, 1e-11, 1e-11, 200, w, &result, &error);
  gsl_integration_workspace_free(w);
  return result;
}

double integral_by_points(double x) {
  gsl_integration_glfixed_table *table = gsl_integration_glfixed_table_alloc(12);
  gsl_function f = {wave, &x};
  double result = gsl_integration_glfixed(&f, 0, 1, table);
  gsl_integration_glfixed_table_free(table);
  return result;
}

static double cubic(double t, void *p) { return t * t * t + t - *(double *)p; }
static double cubic_slope(double t, void *p) { return 3 * t * t + 1; }
static void cubic_both(double t, void *p, double *y, double *dy) {
  *y = cubic(t, p);
  *dy = cubic_slope(t, p);
}

double root_by_newton(double x) {
  gsl_root_fdfsolver *s = gsl_root_fdfsolver_alloc(gsl_root_fdfsolver_newton);
  gsl_function_fdf f = {cubic, cubic_slope, cubic_both, &x};
  gsl_root_fdfsolver_set(s, &f, 1.0);
  for (int i = 0; i < 12; i++)
    gsl_root_fdfsolver_iterate(s);
  double root = gsl_root_fdfsolver_root(s);
  gsl_root_fdfsolver_free(s);
  return root;
}

double root_by_secants(double x) {
  gsl_root_fdfsolver *s = gsl_root_fdfsolver_alloc(gsl_root_fdfsolver_secant);
  gsl_function_fdf f = {cubic, cubic_slope, cubic_both, &x};
  gsl_root_fdfsolver_set(s, &f, 1.0);
  for (int i = 0; i < 7; i++)
    gsl_root_fdfsolver_iterate(s);
  double root = gsl_root_fdfsolver_root(s);
  gsl_root_fdfsolver_free(s);
  return root;
}

static int circle_and_line(const gsl_vector *v, void *p, gsl_vector *f) {
  double a = gsl_vector_get(v, 0), b = gsl_vector_get(v, 1), x = *(double *)p;
  gsl_vector_set(f, 0, a * a + b * b - x);
  gsl_vector_set(f, 1, a - 2 * b);
  return GSL_SUCCESS;
}

double roots_of_system(double x) {
  gsl_multiroot_function f = {circle_and_line, 2, &x};
  gsl_vector *start = gsl_vector_alloc(2);
  gsl_vector_set_all(start, 1.0);
  gsl_multiroot_fsolver *s = gsl_multiroot_fsolver_alloc(gsl_multiroot_fsolver_dnewton, 2);
  gsl_multiroot_fsolver_set(s, &f, start);
  for (int i = 0; i < 8; i++)
    gsl_multiroot_fsolver_iterate(s);
  double result = gsl_vector_get(s->x, 0);
  gsl_multiroot_fsolver_free(s);
  gsl_vector_free(start);
  return result;
}

double polynomial(double x) {
  double c[4] = {1, x, x * x, -0.5};
  return gsl_poly_eval(c, 4, x + 1);
}

double quadratic_root(double x) {
  double low, high;
  gsl_poly_solve_quadratic(1, -3, x, &low, &high);
  return high;
}

double chebyshev(double x) {
  gsl_cheb_series *c = gsl_cheb_alloc(20);
  gsl_function f = {wave, &x};
  gsl_cheb_init(c, &f, 0, 2);
  double result = gsl_cheb_eval(c, 0.5 + 0.1 * x);
  gsl_cheb_free(c);
  return result;
}

double difference_quotient(double x) {
  gsl_function f = {wave, &x};
  double result, error;
  gsl_deriv_central(&f, 0.7, 1e-2, &result, &error);
  return result;
}

double series_limit(double x) {
  enum { Terms = 10 };
  double t[Terms], limit, error;
  for (int n = 0; n < Terms; n++)
    t[n] = 1 / ((n + x) * (n + x));
  gsl_sum_levin_u_workspace *w = gsl_sum_levin_u_alloc(Terms);
  gsl_sum_levin_u_accel(t, Terms, w, &limit, &error);
  gsl_sum_levin_u_free(w);
  return limit;
}

//===--- differential equations -------------------------------------------===//

static int pendulum(double t, const double y[], double dydt[], void *p) {
  double friction = *(double *)p;
  dydt[0] = y[1];
  dydt[1] = -sin(y[0]) - friction * y[1];
  return GSL_SUCCESS;
}

double fixed_steps(double x) {
  gsl_odeiv2_system system = {pendulum, NULL, 2, &x};
  gsl_odeiv2_step *s = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk4, 2);
  double y[2] = {1, x}, error[2], t = 0;
  for (int i = 0; i < 20; i++, t += 0.1)
    gsl_odeiv2_step_apply(s, t, 0.1, y, error, NULL, NULL, &system);
  gsl_odeiv2_step_free(s);
  return y[0];
}

double adaptive_steps(double x) {
  gsl_odeiv2_system system = {pendulum, NULL, 2, &x};
  gsl_odeiv2_driver *d = gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 0.01, 1e-12, 0);
  double y[2] = {1, x}, t = 0;
  gsl_odeiv2_driver_apply(d, &t, 2.0, y);
  gsl_odeiv2_driver_free(d);
  return y[0];
}

//===--- data: splines, transforms, statistics ----------------------------===//

static void samples(double x, double *t, double *y, int n) {
  for (int i = 0; i < n; i++) {
    t[i] = 0.5 * i;
    y[i] = sin(x * t[i]);
  }
}

static double interpolated(double x, const gsl_interp_type *type) {
  double t[8], y[8];
  samples(x, t, y, 8);
  gsl_interp_accel *a = gsl_interp_accel_alloc();
  gsl_spline *s = gsl_spline_alloc(type, 8);
  gsl_spline_init(s, t, y, 8);
  double result = gsl_spline_eval(s, 0.8 + 0.3 * x, a) + gsl_spline_eval_integ(s, 0.2, 1 + x, a);
  gsl_spline_free(s);
  gsl_interp_accel_free(a);
  return result;
}

double cubic_spline(double x) { return interpolated(x, gsl_interp_cspline); }
double akima_spline(double x) { return interpolated(x, gsl_interp_akima); }

double bicubic_spline(double x) {
  double t[5], y[5], z[25];
  samples(x, t, y, 5);
  for (int i = 0; i < 25; i++)
    z[i] = y[i % 5] * cos(x * t[i / 5]);
  gsl_spline2d *s = gsl_spline2d_alloc(gsl_interp2d_bicubic, 5, 5);
  gsl_spline2d_init(s, t, t, z, 5, 5);
  double result = gsl_spline2d_eval(s, 0.7, 0.4 + 0.2 * x, NULL, NULL);
  gsl_spline2d_free(s);
  return result;
}

double basis_splines(double x) {
  gsl_bspline_workspace *w = gsl_bspline_alloc(4, 6);
  gsl_vector *b = gsl_vector_alloc(gsl_bspline_ncoeffs(w));
  gsl_bspline_knots_uniform(0, 4, w);
  gsl_bspline_eval(x, b, w);
  double result = 0;
  for (size_t i = 0; i < b->size; i++)
    result += gsl_vector_get(b, i) * (i + 1) * (i + 1);
  gsl_vector_free(b);
  gsl_bspline_free(w);
  return result;
}

double fourier(double x) {
  double t[12], y[12];
  samples(x, t, y, 12);
  gsl_fft_real_wavetable *table = gsl_fft_real_wavetable_alloc(12);
  gsl_fft_real_workspace *w = gsl_fft_real_workspace_alloc(12);
  gsl_fft_real_transform(y, 1, 12, table, w);
  gsl_fft_real_wavetable_free(table);
  gsl_fft_real_workspace_free(w);
  return y[1] * y[1] + y[2] * y[2] + y[5];
}

double variance(double x) {
  double t[9], y[9];
  samples(x, t, y, 9);
  return gsl_stats_variance(y, 1, 9) + gsl_stats_correlation(t, 1, y, 1, 9);
}

//===--- the comparison ---------------------------------------------------===//

#define FUNCTIONS(CHECK)                                                                             \
  CHECK(airy, 0.7) CHECK(bessel_j0, 1.3) CHECK(bessel_k_order, 1.7) CHECK(beta_incomplete, 0.4)      \
  CHECK(clausen, 0.9) CHECK(dawson, 0.8) CHECK(debye, 1.2) CHECK(dilogarithm, 0.6)                   \
  CHECK(elliptic, 0.4) CHECK(error_function, 0.6) CHECK(exponential_integral, 1.4)                   \
  CHECK(fermi_dirac, 0.5) CHECK(gamma_function, 2.7) CHECK(gamma_incomplete, 1.9)                    \
  CHECK(gamma_logarithm, 3.3) CHECK(hypergeometric_1f1, 0.8) CHECK(hypergeometric_2f1, 0.3)          \
  CHECK(lambert, 0.9) CHECK(legendre, 0.35) CHECK(psi, 1.6) CHECK(synchrotron, 1.1) CHECK(zeta, 2.4) \
  CHECK(normal_probability, 0.4) CHECK(normal_quantile, 0.3) CHECK(chi_squared, 2.2)                 \
  CHECK(beta_density, 0.3) CHECK(complex_exponential, 0.4) CHECK(lu_solve, 0.7)                      \
  CHECK(determinant, 0.7) CHECK(cholesky_solve, 0.7) CHECK(qr_solve, 0.7) CHECK(eigenvalue, 0.7)     \
  CHECK(matrix_product, 0.7) CHECK(least_squares, 0.7) CHECK(integral, 0.6)                          \
  CHECK(integral_to_infinity, 0.9) CHECK(integral_by_points, 0.6) CHECK(root_by_newton, 2.5)         \
  CHECK(root_by_secants, 2.5) CHECK(roots_of_system, 2.5) CHECK(polynomial, 0.8)                     \
  CHECK(quadratic_root, 1.2) CHECK(chebyshev, 0.8) CHECK(difference_quotient, 0.8)                   \
  CHECK(series_limit, 1.3) CHECK(fixed_steps, 0.4) CHECK(adaptive_steps, 0.4)                        \
  CHECK(cubic_spline, 0.9) CHECK(akima_spline, 0.9) CHECK(bicubic_spline, 0.9)                       \
  CHECK(basis_splines, 1.3) CHECK(fourier, 0.9) CHECK(variance, 0.9)

// Central differences at h, h/2 and h/4, their errors of order h^2 and h^4 taken out.
static double differences(double (*f)(double), double x) {
  double d[3], h = 4e-3;
  for (int i = 0; i < 3; i++, h /= 2)
    d[i] = (f(x + h) - f(x - h)) / (2 * h);
  double first = (4 * d[1] - d[0]) / 3, second = (4 * d[2] - d[1]) / 3;
  return (16 * second - first) / 15;
}

static int agree(const char *name, double forward, double reverse, double expected) {
  double scale = 1 + fabs(expected);
  int isSame = fabs(forward - reverse) <= 1e-11 * scale;
  int isRight = fabs(forward - expected) <= 2e-7 * scale;
  if (!isSame || !isRight)
    printf("WRONG %s: forward %.15g, reverse %.15g, differences %.15g\n", name, forward, reverse, expected);
  return isSame && isRight;
}

int main(void) {
  int all = 0, good = 0;
#define CHECK(F, X)                                                                                  \
  all++, good += agree(#F, __enzyme_fwddiff((void *)F, X, 1.0), __enzyme_autodiff((void *)F, X), differences(F, X));
  FUNCTIONS(CHECK)
  printf("%d of %d functions\n", good, all);
  return good != all;
}

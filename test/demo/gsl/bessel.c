/* bessel.c - derivatives of GSL's Bessel, gamma and beta functions.
 *
 * gsl_amalgam.c is GSL's own source, unchanged (see amalgamate.py): Chebyshev
 * series by region, asymptotic forms, upward recurrences, continued fractions,
 * results through pointers, errors through a handler that may print and abort.
 * What differentiation makes of it is compared with differences, and with the
 * identities of the textbook, whose right-hand sides are GSL's values:
 *
 *   J0' = -J1   J1' = J0 - J1/x   Jn' = (J(n-1) - J(n+1))/2   I0' = I1
 *   I1' = I0 - I1/x   K0' = -K1   K1' = -K0 - K1/x   Γ' = Γ ψ   (log Γ)' = ψ
 *   ∂B/∂a = B (ψ(a) - ψ(a+b)) */
#include "gsl_amalgam.c"

#include "measure.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

/* ---- the functions as GSL offers them, and their textbook derivatives ----- */

static double J0(double x) { return gsl_sf_bessel_J0(x); }
static double J1(double x) { return gsl_sf_bessel_J1(x); }
static double J3(double x) { return gsl_sf_bessel_Jn(3, x); }
static double I0(double x) { return gsl_sf_bessel_I0(x); }
static double I1(double x) { return gsl_sf_bessel_I1(x); }
static double K0(double x) { return gsl_sf_bessel_K0(x); }
static double K1(double x) { return gsl_sf_bessel_K1(x); }
static double Gamma(double x) { return gsl_sf_gamma(x); }
static double LogGamma(double x) { return gsl_sf_lngamma(x); }
static double Beta(double x) { return gsl_sf_beta(x, 2.5); }

static double J0_exact(double x) { return -J1(x); }
static double J1_exact(double x) { return J0(x) - J1(x) / x; }
static double J3_exact(double x) {
  return 0.5 * (gsl_sf_bessel_Jn(2, x) - gsl_sf_bessel_Jn(4, x));
}
static double I0_exact(double x) { return I1(x); }
static double I1_exact(double x) { return I0(x) - I1(x) / x; }
static double K0_exact(double x) { return -K1(x); }
static double K1_exact(double x) { return -K0(x) - K1(x) / x; }
static double Gamma_exact(double x) { return Gamma(x) * gsl_sf_psi(x); }
static double LogGamma_exact(double x) { return gsl_sf_psi(x); }
static double Beta_exact(double x) { return Beta(x) * (gsl_sf_psi(x) - gsl_sf_psi(x + 2.5)); }

/* ---- their derivatives by the compiler ------------------------------------- */

#if DEMO_DERIVATIVES
#define DERIVATIVES(f)                                                                             \
  static double f##_reverse(double x) { return __enzyme_autodiff((void *)f, x); }                  \
  static double f##_forward(double x) { return __enzyme_fwddiff((void *)f, x, 1.0); }
#else /* the textbook stands in */
#define DERIVATIVES(f)                                                                             \
  static double f##_reverse(double x) { return f##_exact(x); }                                     \
  static double f##_forward(double x) { return f##_exact(x); }
#endif
DERIVATIVES(J0)
DERIVATIVES(J1)
DERIVATIVES(J3)
DERIVATIVES(I0)
DERIVATIVES(I1)
DERIVATIVES(K0)
DERIVATIVES(K1)
DERIVATIVES(Gamma)
DERIVATIVES(LogGamma)
DERIVATIVES(Beta)

struct function {
  const char *name;
  double (*value)(double), (*exact)(double), (*reverse)(double), (*forward)(double);
};

#define FUNCTION(f)                                                                                \
  { #f, f, f##_exact, f##_reverse, f##_forward }
static const struct function functions[] = {
    FUNCTION(J0), FUNCTION(J1), FUNCTION(J3),    FUNCTION(I0),       FUNCTION(I1),
    FUNCTION(K0), FUNCTION(K1), FUNCTION(Gamma), FUNCTION(LogGamma), FUNCTION(Beta)};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Points in all regions where GSL uses different approximations. No integers: there
 * gsl_sf_gamma answers from a table of factorials, which has no slope to follow. */
static const double points[] = {0.05, 0.4,  0.9,  1.3,  1.9,  2.6,  3.7,  4.4,  6.1,  7.7,
                                9.3,  11.2, 14.1, 18.3, 23.4, 29.1, 37.6, 46.2, 60.3, 80.1};
enum { POINTS = sizeof points / sizeof *points };

/* ---- one function over all points -------------------------------------------- */

struct problem {
  const struct function *f;
  double x[POINTS];
};

/* The largest relative difference to the textbook. */
static double against_textbook(const struct problem *p) {
  double worst = 0;
  for (int i = 0; i < POINTS; i++) {
    double exact = p->f->exact(p->x[i]);
    worst = fmax(worst, fabs(p->f->reverse(p->x[i]) - exact) / fabs(exact));
    worst = fmax(worst, fabs(p->f->forward(p->x[i]) - exact) / fabs(exact));
  }
  return worst;
}

/* Largest difference to central differences point by point. */
static double against_differences(const struct problem *p, double (*derivative)(double)) {
  double worst = 0;
  for (int i = 0; i < POINTS; i++) {
    double x = p->x[i], h = 1e-3 * fmin(x, 1), (*f)(double) = p->f->value;
    double fd = (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
    worst = fmax(worst, fabs(derivative(x) - fd) / fmax(fabs(fd), fabs(f(x)) * 1e-3));
  }
  return worst;
}

static double (*timed)(double);
static void run(void *context) {
  struct problem *p = context;
  volatile double sink = 0;
  for (int i = 0; i < POINTS; i++)
    sink = sink + timed(p->x[i]);
}

static double seconds(struct problem *p, double (*f)(double)) {
  timed = f;
  return demo_time(run, p);
}

int main(void) {
  int wrong = 0;
  for (int k = 0; k < FUNCTIONS; k++) {
    char name[32];
    struct problem p = {.f = &functions[k]};
    memcpy(p.x, points, sizeof points);
    snprintf(name, sizeof name, "gsl-%s", p.f->name);
    struct demo_case c = {.program = name, .variables = 1, .tolerance = 1e-5};
    double primal_time = seconds(&p, p.f->value);
    wrong |= demo_report(&c, "reverse", against_differences(&p, p.f->reverse), primal_time,
                         seconds(&p, p.f->reverse));
    wrong |= demo_report(&c, "forward", against_differences(&p, p.f->forward), primal_time,
                         seconds(&p, p.f->forward));
    c.tolerance = 1e-9;
    wrong |= demo_report(&c, "textbook", against_textbook(&p), 0, 0);
  }
  return wrong;
}

/*===- ode.h - ordinary differential equations -------------------------------------===
 *
 *   enzyme_ode(f, n, from, t, np, p, y, settings)     y' = f(t, y, p) from t[0] to t[1]
 *
 * from: the values at t[0]; y: those at t[1], which may be the same memory. settings may be
 * null. Steps by Runge and Kutta: of fixed size, by
 * the classical method of order 4; or by the pair of Dormand and Prince, of orders 5 and 4,
 * with sizes chosen by an estimate of the error.
 *
 * The derivative is that of the steps that were taken: their places in [t[0], t[1]] count as
 * constant. The reverse sweep goes back step by step from the y between them, and keeps
 * nothing else. With settings.differentiate_steps the sizes are differentiated, too, by
 * differentiating the code: what a program wants that must have the derivative of the
 * numbers that it computes, with all their noise.
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_IMPLICIT_ODE_H
#define ENZYME_IMPLICIT_ODE_H

#include <enzyme/implicit/common.h>

typedef struct {
  double by_t, by_h;
} enzyme_implicit_by_time;
#ifdef __cplusplus
extern "C" {
#endif
enzyme_implicit_by_time __enzyme_autodiff_implicit_step(void *, ...);
#ifdef __cplusplus
}
#endif

/* f(t, y, p): n numbers. */
typedef void (*enzyme_rate)(int n, double t, const double *y, int np, const double *p, double *dy);
typedef void (*enzyme_rate_fortran)(const int *n, const double *t, const double *y, const int *np,
                                    const double *p, double *dy);

typedef struct {
  int steps;               /* of fixed size; 0: sizes are chosen */
  double relative;         /* error of a step for which they are chosen; 0: 1e-6 */
  double absolute;         /* 0: 1e-9 */
  int differentiate_steps; /* what chooses the sizes is differentiated */
  int snapshots; /* y is kept before every so many steps, others are computed again; 0: 1 */
  int fortran;   /* f is written in Fortran */
} enzyme_ode_settings;

enum { enzyme_implicit_stages = 7, enzyme_implicit_ode_steps = 10000000 };

/* structure: allow parameters, because a system has a function, values, times and parameters */
ENZYME_IMPLICIT void enzyme_implicit_rate(int fortran, void *f, int n, double t, const double *y,
                                          int np, const double *p, double *dy) {
  if (fortran)
    ((enzyme_rate_fortran)f)(&n, &t, y, &np, p, dy);
  else
    ((enzyme_rate)f)(n, t, y, np, p, dy);
}

/* The methods: stage s at t + c[s] h from y + h (a[s][0] k[0] + …), the result from b. What
 * differs from the other method of the pair is e. */
typedef struct {
  int stages;
  double c[enzyme_implicit_stages], a[enzyme_implicit_stages][enzyme_implicit_stages - 1];
  double b[enzyme_implicit_stages], e[enzyme_implicit_stages];
} enzyme_implicit_method;

static const enzyme_implicit_method enzyme_implicit_classical
    __attribute__((unused)) = {4,
                               {0, 0.5, 0.5, 1},
                               {{0}, {0.5}, {0, 0.5}, {0, 0, 1}},
                               {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
                               {0}};

static const enzyme_implicit_method enzyme_implicit_pair __attribute__((unused)) = {
    7,
    {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
    {{0},
     {1.0 / 5},
     {3.0 / 40, 9.0 / 40},
     {44.0 / 45, -56.0 / 15, 32.0 / 9},
     {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
     {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
     {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0},
    {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40}};

/* One step of size h from y to next. error, n numbers: how far it may be off; or null. */
/* structure: allow parameters, because a step has a function, a place, values and parameters */
ENZYME_IMPLICIT void enzyme_implicit_step(int kind, void *f, int n, double t, double h,
                                          const double *y, int np, const double *p, double *next,
                                          double *error) {
  const enzyme_implicit_method *method =
      kind & 1 ? &enzyme_implicit_pair : &enzyme_implicit_classical;
  const size_t m = (size_t)n;
  /* The last stage of the pair is of use to the error alone. */
  const int stages = (kind & 1) && !error ? method->stages - 1 : method->stages;
  double *k = enzyme_implicit_new((size_t)(stages + 1) * m), *at = k + (size_t)stages * m;
  for (int s = 0; s < stages; ++s) {
    for (size_t i = 0; i < m; ++i) {
      double sum = 0;
      for (int j = 0; j < s; ++j)
        sum += method->a[s][j] * k[(size_t)j * m + i];
      at[i] = y[i] + h * sum;
    }
    enzyme_implicit_rate(kind & 2, f, n, t + method->c[s] * h, at, np, p, k + (size_t)s * m);
  }
  for (size_t i = 0; i < m; ++i) {
    double sum = 0, off = 0;
    for (int s = 0; s < stages; ++s) {
      sum += method->b[s] * k[(size_t)s * m + i];
      off += method->e[s] * k[(size_t)s * m + i];
    }
    next[i] = y[i] + h * sum;
    if (error)
      error[i] = h * off;
  }
  free(k);
}

/*-- sizes ------------------------------------------------------------------------------*/

/* How large an error is, relative to what is wanted. */
/* structure: allow parameters, because an error is relative to two values and two tolerances */
ENZYME_IMPLICIT double enzyme_implicit_size(int n, const double *error, const double *y,
                                            const double *next,
                                            const enzyme_ode_settings *settings) {
  const double relative = settings->relative > 0 ? settings->relative : 1e-6;
  const double absolute = settings->absolute > 0 ? settings->absolute : 1e-9;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double part = error[i] / (absolute + relative * fmax(fabs(y[i]), fabs(next[i])));
    sum += part * part;
  }
  return n > 0 ? sqrt(sum / n) : 0;
}

/* The next step, in parts of this one. */
ENZYME_IMPLICIT double enzyme_implicit_growth(double size) {
  if (!(size > 1e-8))
    return size <= 1e-8 ? 5 : 0.2; /* a NaN: much smaller */
  return fmin(5, fmax(0.2, 0.9 * pow(size, -0.2)));
}

/* The same as a constant, for derivatives of the steps that were taken. */
ENZYME_INACTIVE ENZYME_IMPLICIT_RULED double enzyme_implicit_constant_growth(double size) {
  return enzyme_implicit_growth(size);
}

#include <enzyme/implicit/march.h>

/*-- rules ------------------------------------------------------------------------------*/

/* structure: allow parameters, because a system has a function, values, times and parameters */
ENZYME_IMPLICIT_RULED void enzyme_implicit_integrate(void *f, int n, const double *from,
                                                     const double *t, int np, const double *p,
                                                     double *y,
                                                     const enzyme_ode_settings *settings) {
  memcpy(y, from, (size_t)n * sizeof(double));
  enzyme_implicit_march(f, n, y, t, np, p, settings, 0);
}

/* structure: allow parameters, because rules take each pointer twice */
ENZYME_IMPLICIT enzyme_implicit_course *enzyme_implicit_integrate_augmented(
    void *f, void *df, int n, const double *from, double *dfrom, const double *t, double *dt,
    int np, const double *p, double *dp, double *y, double *dy, const enzyme_ode_settings *settings,
    enzyme_ode_settings *dsettings) {
  (void)df, (void)dfrom, (void)dt, (void)dp, (void)dy, (void)dsettings;
  enzyme_implicit_course *course = (enzyme_implicit_course *)enzyme_rt_alloc(sizeof *course);
  course->kind = enzyme_implicit_kind(settings);
  course->snapshots = settings->snapshots > 0 ? settings->snapshots : 1;
  course->last = 0;
  course->t = enzyme_implicit_keep(t, 2);
  course->p = enzyme_implicit_keep(p, (size_t)np);
  memcpy(y, from, (size_t)n * sizeof(double));
  enzyme_implicit_march(f, n, y, t, np, p, settings, course);
  return course;
}

/* structure: allow parameters, because rules take each pointer twice */
ENZYME_IMPLICIT enzyme_implicit_course *
enzyme_implicit_integrate_again(void *f, void *df, int n, const double *from, double *dfrom,
                                const double *t, double *dt, int np, const double *p, double *dp,
                                double *y, double *dy, const enzyme_ode_settings *settings,
                                enzyme_ode_settings *dsettings) {
  double *other = enzyme_implicit_new((size_t)n); /* y is there already */
  (void)y;
  enzyme_implicit_course *course = enzyme_implicit_integrate_augmented(
      f, df, n, from, dfrom, t, dt, np, p, dp, other, dy, settings, dsettings);
  free(other);
  return course;
}

/* structure: allow parameters, because rules take each pointer twice */
ENZYME_IMPLICIT void
enzyme_implicit_integrate_reverse(void *f, void *df, int n, const double *from, double *dfrom,
                                  const double *t, double *dt, int np, const double *p, double *dp,
                                  double *y, double *dy, const enzyme_ode_settings *settings,
                                  enzyme_ode_settings *dsettings, enzyme_implicit_course *course) {
  (void)df, (void)from, (void)t, (void)p, (void)y, (void)settings, (void)dsettings;
  double *adjoint = enzyme_implicit_new((size_t)n);
  for (int i = 0; i < n; ++i) {
    adjoint[i] = dy[i];
    dy[i] = 0;
  }
  for (enzyme_implicit_taken *taken = course->last; taken;)
    taken = enzyme_implicit_back(course, taken, f, n, adjoint, dt, np, dp);
  for (int i = 0; i < n; ++i)
    dfrom[i] += adjoint[i];
  free(adjoint);
}

/* structure: allow parameters, because rules take each pointer twice */
ENZYME_IMPLICIT void enzyme_implicit_integrate_forward(void *f, void *df, int n, const double *from,
                                                       const double *dfrom, const double *t,
                                                       const double *dt, int np, const double *p,
                                                       const double *dp, double *y, double *dy,
                                                       const enzyme_ode_settings *settings,
                                                       const enzyme_ode_settings *dsettings) {
  (void)df, (void)dsettings;
  const int kind = enzyme_implicit_kind(settings);
  double *next = enzyme_implicit_new(2 * (size_t)n), *dnext = next + n;
  enzyme_implicit_pace pace = enzyme_implicit_begin(settings);
  memcpy(y, from, (size_t)n * sizeof(double));
  memcpy(dy, dfrom, (size_t)n * sizeof(double));
  while (pace.begin < 1) {
    enzyme_implicit_advance(f, n, y, t, np, p, settings, &pace, next);
    __enzyme_fwddiff_implicit(
        (void *)enzyme_implicit_step, enzyme_const, kind, enzyme_const, f, enzyme_const, n,
        enzyme_dup, t[0] + (t[1] - t[0]) * pace.begin, dt[0] + (dt[1] - dt[0]) * pace.begin,
        enzyme_dup, (t[1] - t[0]) * pace.part, (dt[1] - dt[0]) * pace.part, enzyme_dup, y, dy,
        enzyme_const, np, enzyme_dup, p, dp, enzyme_dup, next, dnext, enzyme_const, (double *)0);
    memcpy(y, next, (size_t)n * sizeof(double));
    memcpy(dy, dnext, (size_t)n * sizeof(double));
    enzyme_implicit_go(&pace);
  }
  free(next);
}

/* structure: allow parameters, because rules take each pointer twice */
ENZYME_IMPLICIT void enzyme_implicit_integrate_forward_again(
    void *f, void *df, int n, const double *from, const double *dfrom, const double *t,
    const double *dt, int np, const double *p, const double *dp, double *y, double *dy,
    const enzyme_ode_settings *settings, const enzyme_ode_settings *dsettings) {
  double *other = enzyme_implicit_new((size_t)n); /* y is there already */
  (void)y;
  enzyme_implicit_integrate_forward(f, df, n, from, dfrom, t, dt, np, p, dp, other, dy, settings,
                                    dsettings);
  free(other);
}

ENZYME_IMPLICIT_REGISTER __enzyme_register_gradient_implicit_integrate[] = {
    (void *)enzyme_implicit_integrate, (void *)enzyme_implicit_integrate_augmented,
    (void *)enzyme_implicit_integrate_reverse, (void *)enzyme_implicit_integrate_again};
ENZYME_IMPLICIT_REGISTER __enzyme_register_derivative_implicit_integrate[] = {
    (void *)enzyme_implicit_integrate, (void *)enzyme_implicit_integrate_forward,
    (void *)enzyme_implicit_integrate_forward_again};

/*-- what programs call -----------------------------------------------------------------*/

/* structure: allow parameters, because a system has a function, values, times and parameters */
ENZYME_IMPLICIT void enzyme_ode(enzyme_rate f, int n, const double *from, const double *t, int np,
                                const double *p, double *y, const enzyme_ode_settings *settings) {
  static const enzyme_ode_settings usual = {0, 0, 0, 0, 0, 0};
  const enzyme_ode_settings *chosen = settings ? settings : &usual;
  double *begin = enzyme_implicit_new((size_t)n);
  memcpy(begin, from, (size_t)n * sizeof(double));
  if (chosen->differentiate_steps) {
    memcpy(y, begin, (size_t)n * sizeof(double));
    enzyme_implicit_march((void *)f, n, y, t, np, p, chosen, 0);
  } else {
    enzyme_implicit_integrate((void *)f, n, begin, t, np, p, y, chosen);
  }
  free(begin);
}

#endif

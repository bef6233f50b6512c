/*===- through_nlopt.c - optima that NLopt finds, by the parameters of the problem ------------===
 *
 * Each method has its own iteration, and the derivative is that of the iteration. Methods that only
 * compare values leave no derivative in the point that they find (the values of their trial points
 * do not go into it): of these the least value is compared, which has the derivative of the
 * objective there.
 *===----------------------------------------------------------------------------------------===*/
#include "../differences.h"
#include <nlopt.h>

static double valley(unsigned n, const double *y, double *slope, void *data) {
  const double *p = (const double *)data;
  double a = y[0] - p[0], b = y[1] - y[0] * y[0] * p[1];
  (void)n;
  if (slope) {
    slope[0] = 2 * a - 40 * b * y[0] * p[1];
    slope[1] = 20 * b;
  }
  return a * a + 10 * b * b + p[2];
}

static double bowl(unsigned n, const double *y, double *slope, void *data) {
  const double *p = (const double *)data;
  double sum = p[0] * p[1];
  for (unsigned i = 0; i < n; i++) {
    double a = y[i] - p[i] * (i + 1), weight = 1 + 0.5 * i;
    sum += a * a * weight + 0.1 * a * a * a * a;
    if (slope)
      slope[i] = 2 * a * weight + 0.4 * a * a * a;
  }
  return sum;
}

static double border(unsigned n, const double *y, double *slope, void *data) {
  const double *p = (const double *)data;
  (void)n;
  if (slope)
    slope[0] = 1, slope[1] = 2;
  return y[0] + 2 * y[1] - p[2];
}

enum border { none, below, on };

static double optimum(nlopt_algorithm method, nlopt_func objective, const double *p,
                      enum border kind, double tolerance, double *y) {
  double parameters[3], low[2] = {-10, -10}, high[2] = {10, 10}, least;
  memcpy(parameters, p, sizeof parameters);
  nlopt_opt problem = nlopt_create(method, 2);
  nlopt_set_min_objective(problem, objective, parameters);
  nlopt_set_lower_bounds(problem, low);
  nlopt_set_upper_bounds(problem, high);
  if (kind == below)
    nlopt_add_inequality_constraint(problem, border, parameters, 1e-12);
  if (kind == on)
    nlopt_add_equality_constraint(problem, border, parameters, 1e-12);
  nlopt_set_ftol_rel(problem, tolerance);
  nlopt_set_xtol_rel(problem, tolerance);
  nlopt_set_maxeval(problem, 3000);
  y[0] = 0.3, y[1] = 0.2;
  nlopt_optimize(problem, y, &least);
  nlopt_destroy(problem);
  return least;
}

#define POINT(NAME, METHOD, OBJECTIVE, BORDER, TOLERANCE)                                          \
  static double NAME(const double *p) {                                                            \
    double y[2], least = optimum(METHOD, OBJECTIVE, p, BORDER, TOLERANCE, y);                      \
    return y[0] * y[1] + y[1] + least;                                                             \
  }
#define VALUE(NAME, METHOD, OBJECTIVE, BORDER, TOLERANCE)                                          \
  static double NAME(const double *p) {                                                            \
    double y[2];                                                                                   \
    return optimum(METHOD, OBJECTIVE, p, BORDER, TOLERANCE, y);                                    \
  }
POINT(lbfgs, NLOPT_LD_LBFGS, valley, none, 1e-15)
POINT(slsqp, NLOPT_LD_SLSQP, valley, none, 1e-15)
POINT(slsqp_below_a_border, NLOPT_LD_SLSQP, bowl, below, 1e-15)
POINT(slsqp_on_a_border, NLOPT_LD_SLSQP, bowl, on, 1e-15)
POINT(mma, NLOPT_LD_MMA, bowl, none, 1e-15)
POINT(truncated_newton, NLOPT_LD_TNEWTON_PRECOND_RESTART, valley, none, 1e-15)
POINT(variable_metric, NLOPT_LD_VAR2, valley, none, 1e-15)
POINT(bobyqa, NLOPT_LN_BOBYQA, bowl, none, 1e-14)
POINT(newuoa, NLOPT_LN_NEWUOA, bowl, none, 1e-14)
POINT(praxis, NLOPT_LN_PRAXIS, bowl, none, 1e-14)
VALUE(nelder_mead, NLOPT_LN_NELDERMEAD, bowl, none, 1e-15)
VALUE(subplex, NLOPT_LN_SBPLX, bowl, none, 1e-14)

int main(void) {
#define TO(TOLERANCE, METHOD) COMPARE(METHOD, 3, TOLERANCE, 0.9, 0.8, 1.1)
#define EACH(METHOD) TO(2e-6, METHOD)
  EACH(lbfgs);
  EACH(slsqp);
  EACH(slsqp_below_a_border);
  EACH(slsqp_on_a_border);
  EACH(mma);
  EACH(truncated_newton);
  EACH(variable_metric);
  /* What these find jumps by some 1e-9 from one parameter to the next: differences are no better.
   */
  TO(1e-5, bobyqa);
  TO(1e-5, newuoa);
  EACH(praxis);
  EACH(nelder_mead);
  EACH(subplex);
  return reported();
}

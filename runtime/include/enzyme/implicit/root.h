/*===- root.h - roots, fixed points and least points --------------------------===
 *
 *   enzyme_root(r, solve, n, x, np, p)          r(x, p) = 0
 *   enzyme_fixed_point(g, solve, n, x, np, p)   g(x, p) = x
 *   enzyme_argmin(f, solve, n, x, np, p)        df/dx (x, p) = 0
 *
 * x: a guess before, the solution behind. solve finds it, or a method of ours where that is
 * null. The derivative is that of the solution (find.inc).
 *
 * A gradient in a rule begins with clear adjoints of global variables and leaves those of the
 * code around it as they are: what functions keep there has no derivative.
 *
 * Maps and objectives have rules of their own, from the same text: so the equation of one may
 * hold the other. One that holds its own kind would need derivatives of itself; where that
 * happens, the run stops.
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_IMPLICIT_ROOT_H
#define ENZYME_IMPLICIT_ROOT_H

#include <enzyme/implicit/systems.h>

enum { enzyme_implicit_newton_steps = 200, enzyme_implicit_iterations = 100000 };

/* Is each number of a step small beside that of x? */
ENZYME_IMPLICIT int enzyme_implicit_is_small(int n, const double *step, const double *x) {
  for (int i = 0; i < n; ++i)
    if (!(fabs(step[i]) <= 1e-9 * (1 + fabs(x[i]))))
      return 0;
  return 1;
}

/*-- maps: roots and fixed points -------------------------------------------------------*/

#define ENZYME_OF(name) enzyme_implicit_map_##name
#define ENZYME_OF_GRADIENT(name) __enzyme_register_gradient_implicit_map_##name
#define ENZYME_OF_DERIVATIVE(name) __enzyme_register_derivative_implicit_map_##name
#define ENZYME_OF_IS_SYMMETRIC 0
#define ENZYME_OF_MERIT ENZYME_OF(length)

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void ENZYME_OF(residual)(int kind, void *f, int n, const double *x, int np,
                                         const double *p, double *r) {
  enzyme_implicit_map(kind, f, n, x, np, p, r);
  for (int i = 0; (kind & enzyme_implicit_fixed_kind) && i < n; ++i)
    r[i] -= x[i];
}

/* Until no number changes any more, but for its last digits. */
/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void enzyme_implicit_iterate(int kind, void *f, int n, double *x, int np,
                                             const double *p) {
  double *next = enzyme_implicit_new((size_t)n);
  int left = enzyme_implicit_iterations;
  for (int isDone = 0; !isDone; --left) {
    if (left == 0)
      enzyme_rt_refuse("enzyme_fixed_point: the iteration does not come to rest; give it a solver",
                       0);
    enzyme_implicit_map(kind, f, n, x, np, p, next);
    isDone = 1;
    for (int i = 0; i < n; ++i) {
      isDone = isDone && fabs(next[i] - x[i]) <= 1e-14 * (1 + fabs(next[i]));
      x[i] = next[i];
    }
  }
  free(next);
}

#include <enzyme/implicit/jacobian.inc>
#include <enzyme/implicit/newton.inc>

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void ENZYME_OF(solve)(int kind, void *f, enzyme_linear_solver linear, int n,
                                      double *x, int np, const double *p) {
  if (kind & enzyme_implicit_fixed_kind)
    enzyme_implicit_iterate(kind, f, n, x, np, p);
  else
    ENZYME_OF(newton)(kind, f, linear, n, x, np, p);
}

#include <enzyme/implicit/find.inc>

#undef ENZYME_OF
#undef ENZYME_OF_GRADIENT
#undef ENZYME_OF_DERIVATIVE
#undef ENZYME_OF_IS_SYMMETRIC
#undef ENZYME_OF_MERIT

/*-- objectives: least points -----------------------------------------------------------*/

#define ENZYME_OF(name) enzyme_implicit_least_##name
#define ENZYME_OF_GRADIENT(name) __enzyme_register_gradient_implicit_least_##name
#define ENZYME_OF_DERIVATIVE(name) __enzyme_register_derivative_implicit_least_##name
#define ENZYME_OF_IS_SYMMETRIC 1
#define ENZYME_OF_MERIT enzyme_implicit_value

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void ENZYME_OF(residual)(int kind, void *f, int n, const double *x, int np,
                                         const double *p, double *r) {
  for (int i = 0; i < n; ++i)
    r[i] = 0;
  __enzyme_autodiff_implicit((void *)enzyme_implicit_value, enzyme_const, kind, enzyme_const, f,
                             enzyme_const, n, enzyme_dup, x, r, enzyme_const, np, enzyme_const, p);
}

#include <enzyme/implicit/jacobian.inc>
#include <enzyme/implicit/newton.inc>

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void ENZYME_OF(solve)(int kind, void *f, enzyme_linear_solver linear, int n,
                                      double *x, int np, const double *p) {
  ENZYME_OF(newton)(kind, f, linear, n, x, np, p);
}

#include <enzyme/implicit/find.inc>

#undef ENZYME_OF
#undef ENZYME_OF_GRADIENT
#undef ENZYME_OF_DERIVATIVE
#undef ENZYME_OF_IS_SYMMETRIC
#undef ENZYME_OF_MERIT

/*-- what programs call; _by: with a linear solver of the program's -------------------------*/

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void enzyme_root_by(enzyme_linear_solver linear, enzyme_map residual,
                                    enzyme_solver solve, int n, double *x, int np,
                                    const double *p) {
  enzyme_implicit_map_find(0, (void *)residual, (void *)solve, linear, n, x, np, p);
}
/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void enzyme_root(enzyme_map residual, enzyme_solver solve, int n, double *x, int np,
                                 const double *p) {
  enzyme_root_by(0, residual, solve, n, x, np, p);
}

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void enzyme_fixed_point_by(enzyme_linear_solver linear, enzyme_map map,
                                           enzyme_solver solve, int n, double *x, int np,
                                           const double *p) {
  enzyme_implicit_map_find(enzyme_implicit_fixed_kind, (void *)map, (void *)solve, linear, n, x, np,
                           p);
}
/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void enzyme_fixed_point(enzyme_map map, enzyme_solver solve, int n, double *x,
                                        int np, const double *p) {
  enzyme_fixed_point_by(0, map, solve, n, x, np, p);
}

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void enzyme_argmin_by(enzyme_linear_solver linear, enzyme_objective objective,
                                      enzyme_solver solve, int n, double *x, int np,
                                      const double *p) {
  enzyme_implicit_least_find(0, (void *)objective, (void *)solve, linear, n, x, np, p);
}
/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void enzyme_argmin(enzyme_objective objective, enzyme_solver solve, int n,
                                   double *x, int np, const double *p) {
  enzyme_argmin_by(0, objective, solve, n, x, np, p);
}

#endif

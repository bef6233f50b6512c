/*===- fortran.h - implicit functions for Fortran ------------------------------------===
 *
 * The functions behind the procedures of the module enzyme (enzyme.f90), for one file of C:
 * arguments go by reference, what is left out is null.
 *
 * Problem: no function of Fortran is known in that file. Derivatives that solvers of ours ask
 * for must be left to the link, where all are: by functions that nothing defines, to which
 * pointers here might lead.
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_IMPLICIT_FORTRAN_H
#define ENZYME_IMPLICIT_FORTRAN_H

#include <enzyme/implicit.h>

#ifdef __cplusplus
extern "C" {
#endif

void enzyme_implicit_unseen_map(const int *n, const double *x, const int *np, const double *p,
                                double *r) __attribute__((weak));
double enzyme_implicit_unseen_objective(const int *n, const double *x, const int *np,
                                        const double *p) __attribute__((weak));
void enzyme_implicit_unseen_rate(const int *n, const double *t, const double *y, const int *np,
                                 const double *p, double *dy) __attribute__((weak));
void *enzyme_implicit_unseen[] = {(void *)enzyme_implicit_unseen_map,
                                  (void *)enzyme_implicit_unseen_objective,
                                  (void *)enzyme_implicit_unseen_rate};

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
void enzyme_root_fortran(enzyme_map_fortran residual, const int *n, double *x, const int *np,
                         const double *p, enzyme_solver_fortran solve) {
  enzyme_implicit_map_find(enzyme_implicit_fortran, (void *)residual, (void *)solve, 0, *n, x, *np,
                           p);
}

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
void enzyme_fixed_point_fortran(enzyme_map_fortran map, const int *n, double *x, const int *np,
                                const double *p, enzyme_solver_fortran solve) {
  enzyme_implicit_map_find(enzyme_implicit_fortran + enzyme_implicit_fixed_kind, (void *)map,
                           (void *)solve, 0, *n, x, *np, p);
}

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
void enzyme_argmin_fortran(enzyme_objective_fortran objective, const int *n, double *x,
                           const int *np, const double *p, enzyme_solver_fortran solve) {
  enzyme_implicit_least_find(enzyme_implicit_fortran, (void *)objective, (void *)solve, 0, *n, x,
                             *np, p);
}

/* a by columns. */
void enzyme_linear_solve_fortran(const int *n, const double *a, const double *b, double *x) {
  double *rows = enzyme_implicit_new((size_t)*n * (size_t)*n);
  for (int i = 0; i < *n; ++i)
    for (int j = 0; j < *n; ++j)
      rows[(size_t)i * (size_t)*n + (size_t)j] = a[(size_t)j * (size_t)*n + (size_t)i];
  enzyme_linear_solve(*n, rows, b, x);
  free(rows);
}

/* structure: allow parameters, because a system has a function, values, times and parameters */
void enzyme_ode_fortran(enzyme_rate_fortran f, const int *n, const double *from, const double *t,
                        const int *np, const double *p, double *y, const int *steps,
                        const double *relative, const double *absolute, const int *snapshots,
                        const int *differentiate_steps) {
  const enzyme_ode_settings settings = {
      steps ? *steps : 0,         relative ? *relative : 0,
      absolute ? *absolute : 0,   differentiate_steps ? *differentiate_steps : 0,
      snapshots ? *snapshots : 0, 1};
  enzyme_ode((enzyme_rate)(void *)f, *n, from, t, *np, p, y, &settings);
}

#ifdef __cplusplus
}
#endif
#endif

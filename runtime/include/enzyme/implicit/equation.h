/*===- equation.h - what an equation is made of, and its matrix ---------------===
 *
 * Problem: a root, a fixed point and a least point are defined by equations of one form,
 * residual(x, p) = 0, written in C or in Fortran; rules want to solve systems with
 * J = d residual / dx, and the program may bring a solver for them.
 *
 * Here: the program's functions and how they are called, and J as what it does to vectors.
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_IMPLICIT_EQUATION_H
#define ENZYME_IMPLICIT_EQUATION_H

#include <enzyme/implicit/common.h>

/* r(x, p), or g(x, p): n numbers from n numbers x and np parameters p. */
typedef void (*enzyme_map)(int n, const double *x, int np, const double *p, double *r);
/* f(x, p): a number. */
typedef double (*enzyme_objective)(int n, const double *x, int np, const double *p);
/* Finds x, from a guess in x. Not differentiated. */
typedef void (*enzyme_solver)(int n, double *x, int np, const double *p);

/* The same, as Fortran passes arguments: by reference. */
typedef void (*enzyme_map_fortran)(const int *n, const double *x, const int *np, const double *p,
                                   double *r);
typedef double (*enzyme_objective_fortran)(const int *n, const double *x, const int *np,
                                           const double *p);
typedef void (*enzyme_solver_fortran)(const int *n, double *x, const int *np, const double *p);

/* Kinds of equations: added. */
enum {
  enzyme_implicit_fixed_kind = 1, /* a map whose fixed point is wanted, not its root */
  enzyme_implicit_fortran = 4     /* its functions are written in Fortran */
};

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT double enzyme_implicit_value(int kind, void *f, int n, const double *x, int np,
                                             const double *p) {
  if (kind & enzyme_implicit_fortran)
    return ((enzyme_objective_fortran)f)(&n, x, &np, p);
  return ((enzyme_objective)f)(n, x, np, p);
}

/* structure: allow parameters, because an equation has a function, unknowns and parameters */
ENZYME_IMPLICIT void enzyme_implicit_map(int kind, void *f, int n, const double *x, int np,
                                         const double *p, double *r) {
  if (kind & enzyme_implicit_fortran)
    ((enzyme_map_fortran)f)(&n, x, &np, p, r);
  else
    ((enzyme_map)f)(n, x, np, p, r);
}

/*-- matrices ---------------------------------------------------------------------------*/

/* The Jacobian of an equation, or its transpose, as what it does to vectors. */
typedef struct enzyme_operator {
  int n, np, kind, transposed;
  void *f;
  const double *x, *p;
  const double *apart; /* of its tangents: what is not J v */
  void (*product)(const struct enzyme_operator *a, const double *v, double *out);
} enzyme_operator;

/* out = A v */
ENZYME_IMPLICIT void enzyme_apply(const enzyme_operator *a, const double *v, double *out) {
  a->product(a, v, out);
}

/* Finds t with A t = b for the n by n matrix A; t is zero before. Not differentiated. */
typedef void (*enzyme_linear_solver)(const enzyme_operator *a, const double *b, double *t);

#endif

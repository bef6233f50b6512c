/*===- linear.h - a x = b ----------------------------------------------------===
 *
 *   enzyme_linear_solve(n, a, b, x)
 *
 * a: n * n numbers by rows. x is other memory than a and b.
 *
 *   a x' = b' - a' x                         (forward)
 *   a^T l = x̅,  b̅ += l,  a̅ -= l x^T          (reverse)
 *
 * Both solve with factors that are there already. Rules call the function that they are
 * rules of, so there are derivatives of any order.
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_IMPLICIT_LINEAR_H
#define ENZYME_IMPLICIT_LINEAR_H

#include <enzyme/implicit/dense.h>

/* a x = b, or a^T x = b, with factors of a. */
/* structure: allow parameters, because a system has a matrix, its factors and two sides */
ENZYME_IMPLICIT_RULED void enzyme_implicit_dense(int transposed, int n, const double *a,
                                                 const double *factors, const double *b,
                                                 double *x) {
  (void)a;
  memcpy(x, b, (size_t)n * sizeof(double));
  if (transposed)
    enzyme_implicit_solve_transposed_with(n, factors, x);
  else
    enzyme_implicit_solve_with(n, factors, x);
  if (!enzyme_implicit_is_finite(n, x))
    enzyme_implicit_singular();
}

typedef struct {
  double *a, *factors, *x;
} enzyme_implicit_dense_tape;

ENZYME_IMPLICIT enzyme_implicit_dense_tape *
enzyme_implicit_dense_kept(int n, const double *a, const double *factors, const double *x) {
  enzyme_implicit_dense_tape *tape = (enzyme_implicit_dense_tape *)enzyme_rt_alloc(sizeof *tape);
  tape->a = enzyme_implicit_keep(a, (size_t)n * (size_t)n);
  tape->factors = enzyme_implicit_keep(factors, enzyme_implicit_factors_size(n));
  tape->x = enzyme_implicit_keep(x, (size_t)n);
  return tape;
}

/* structure: allow parameters, because rules take each pointer twice */
ENZYME_IMPLICIT enzyme_implicit_dense_tape *
enzyme_implicit_dense_again(int transposed, int n, const double *a, double *da,
                            const double *factors, double *dfactors, const double *b, double *db,
                            double *x, double *dx) {
  (void)transposed, (void)da, (void)dfactors, (void)b, (void)db, (void)dx;
  return enzyme_implicit_dense_kept(n, a, factors, x);
}

/* structure: allow parameters, because rules take each pointer twice */
ENZYME_IMPLICIT enzyme_implicit_dense_tape *
enzyme_implicit_dense_augmented(int transposed, int n, const double *a, double *da,
                                const double *factors, double *dfactors, const double *b,
                                double *db, double *x, double *dx) {
  (void)da, (void)dfactors, (void)db, (void)dx;
  enzyme_implicit_dense(transposed, n, a, factors, b, x);
  return enzyme_implicit_dense_kept(n, a, factors, x);
}

/* structure: allow parameters, because rules take each pointer twice */
ENZYME_IMPLICIT void enzyme_implicit_dense_reverse(int transposed, int n, const double *a,
                                                   double *da, const double *factors,
                                                   double *dfactors, const double *b, double *db,
                                                   double *x, double *dx,
                                                   enzyme_implicit_dense_tape *tape) {
  (void)a, (void)factors, (void)dfactors, (void)b, (void)x;
  double *l = enzyme_implicit_new((size_t)n);
  enzyme_implicit_dense(!transposed, n, tape->a, tape->factors, dx, l);
  for (int i = 0; i < n; ++i) {
    dx[i] = 0;
    db[i] += l[i];
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      da[(size_t)i * (size_t)n + (size_t)j] -= transposed ? tape->x[i] * l[j] : l[i] * tape->x[j];
  free(l);
}

/* structure: allow parameters, because rules take each pointer twice */
ENZYME_IMPLICIT void enzyme_implicit_dense_forward_again(int transposed, int n, const double *a,
                                                         const double *da, const double *factors,
                                                         const double *dfactors, const double *b,
                                                         const double *db, double *x, double *dx) {
  (void)dfactors, (void)b;
  double *right = enzyme_implicit_new((size_t)n);
  for (int i = 0; i < n; ++i) {
    right[i] = db[i];
    for (int j = 0; j < n; ++j)
      right[i] -= (transposed ? da[(size_t)j * (size_t)n + (size_t)i]
                              : da[(size_t)i * (size_t)n + (size_t)j]) *
                  x[j];
  }
  enzyme_implicit_dense(transposed, n, a, factors, right, dx);
  free(right);
}

/* structure: allow parameters, because rules take each pointer twice */
ENZYME_IMPLICIT void enzyme_implicit_dense_forward(int transposed, int n, const double *a,
                                                   const double *da, const double *factors,
                                                   const double *dfactors, const double *b,
                                                   const double *db, double *x, double *dx) {
  enzyme_implicit_dense(transposed, n, a, factors, b, x);
  enzyme_implicit_dense_forward_again(transposed, n, a, da, factors, dfactors, b, db, x, dx);
}

ENZYME_IMPLICIT_REGISTER __enzyme_register_gradient_implicit_dense[] = {
    (void *)enzyme_implicit_dense, (void *)enzyme_implicit_dense_augmented,
    (void *)enzyme_implicit_dense_reverse, (void *)enzyme_implicit_dense_again};
ENZYME_IMPLICIT_REGISTER __enzyme_register_derivative_implicit_dense[] = {
    (void *)enzyme_implicit_dense, (void *)enzyme_implicit_dense_forward,
    (void *)enzyme_implicit_dense_forward_again};

ENZYME_IMPLICIT void enzyme_linear_solve(int n, const double *a, const double *b, double *x) {
  double *factors = enzyme_implicit_new(enzyme_implicit_factors_size(n));
  enzyme_implicit_factorise(n, a, factors);
  enzyme_implicit_dense(0, n, a, factors, b, x);
  free(factors);
}

#endif

/*===- systems.h - systems with the matrix of an equation ----------------------===
 *
 * Problem: n may be 2 or a million, and the matrix is known by its products.
 *
 * Here: the matrix itself and its factors, for few unknowns; else GMRES with restarts: in each
 * cycle the residual is made least in the space of b, A b, A^2 b, …, whose basis is made
 * orthogonal by the modified method of Gram and Schmidt. It stops the run where it finds no
 * solution.
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_IMPLICIT_SYSTEMS_H
#define ENZYME_IMPLICIT_SYSTEMS_H

#include <enzyme/implicit/dense.h>
#include <enzyme/implicit/equation.h>

/* Systems of at most so many unknowns are solved directly. */
#ifndef ENZYME_IMPLICIT_DIRECT
#define ENZYME_IMPLICIT_DIRECT 100
#endif

/* By factors of J, whose rows are products with its transpose: gradients of the residual's numbers.
 */
ENZYME_IMPLICIT void enzyme_implicit_direct(const enzyme_operator *a, const double *b, double *t) {
  const size_t n = (size_t)a->n;
  double *matrix = enzyme_implicit_new(n * n + n), *unit = matrix + n * n;
  enzyme_operator rows = *a;
  rows.transposed = 1;
  for (size_t i = 0; i < n; ++i) {
    unit[i] = 1;
    enzyme_apply(&rows, unit, matrix + i * n);
    unit[i] = 0;
  }
  double *factors = enzyme_implicit_new(enzyme_implicit_factors_size(a->n));
  enzyme_implicit_factorise(a->n, matrix, factors);
  memcpy(t, b, n * sizeof(double));
  if (a->transposed)
    enzyme_implicit_solve_transposed_with(a->n, factors, t);
  else
    enzyme_implicit_solve_with(a->n, factors, t);
  free(factors);
  free(matrix);
}

/*-- GMRES ----------------------------------------------------------------------------------*/

enum { enzyme_implicit_basis = 60, enzyme_implicit_cycles = 100 };

/* The state of one cycle of at most m steps. */
typedef struct {
  int n, m;
  double *basis;                 /* m + 1 vectors */
  double *h, *cosine, *sine, *g; /* m columns of m + 1 numbers, rotations, right side */
} enzyme_implicit_cycle;

/* One more vector of the basis; the column of H is rotated to a triangle. Returns what is left of
 * the residual. */
ENZYME_IMPLICIT double enzyme_implicit_gmres_step(const enzyme_operator *a,
                                                  enzyme_implicit_cycle *c, int k) {
  const size_t n = (size_t)c->n;
  double *next = c->basis + (size_t)(k + 1) * n, *h = c->h + (size_t)k * (size_t)(c->m + 1);
  enzyme_apply(a, c->basis + (size_t)k * n, next);
  for (int i = 0; i <= k; ++i) {
    const double *v = c->basis + (size_t)i * n;
    h[i] = enzyme_implicit_dot(c->n, next, v);
    for (size_t j = 0; j < n; ++j)
      next[j] -= h[i] * v[j];
  }
  h[k + 1] = sqrt(enzyme_implicit_dot(c->n, next, next));
  for (size_t j = 0; h[k + 1] > 0 && j < n; ++j)
    next[j] /= h[k + 1];
  for (int i = 0; i < k; ++i) {
    const double upper = h[i];
    h[i] = c->cosine[i] * upper + c->sine[i] * h[i + 1];
    h[i + 1] = c->cosine[i] * h[i + 1] - c->sine[i] * upper;
  }
  const double length = hypot(h[k], h[k + 1]);
  c->cosine[k] = length > 0 ? h[k] / length : 1;
  c->sine[k] = length > 0 ? h[k + 1] / length : 0;
  h[k] = length;
  c->g[k + 1] = -c->sine[k] * c->g[k];
  c->g[k] *= c->cosine[k];
  return length > 0 ? fabs(c->g[k + 1]) : HUGE_VAL;
}

/* t += the combination of the first k vectors that leaves least. */
ENZYME_IMPLICIT void enzyme_implicit_gmres_add(const enzyme_implicit_cycle *c, int k, double *t) {
  for (int i = k; i-- > 0;) {
    for (int j = i + 1; j < k; ++j)
      c->g[i] -= c->h[(size_t)j * (size_t)(c->m + 1) + (size_t)i] * c->g[j];
    c->g[i] /= c->h[(size_t)i * (size_t)(c->m + 1) + (size_t)i];
    for (int j = 0; j < c->n; ++j)
      t[j] += c->g[i] * c->basis[(size_t)i * (size_t)c->n + (size_t)j];
  }
}

/* The first vector of the basis is the residual of t; returns its length. */
ENZYME_IMPLICIT double enzyme_implicit_gmres_begin(const enzyme_operator *a, const double *b,
                                                   const double *t, enzyme_implicit_cycle *c) {
  enzyme_apply(a, t, c->basis);
  for (int i = 0; i < c->n; ++i)
    c->basis[i] = b[i] - c->basis[i];
  const double length = sqrt(enzyme_implicit_dot(c->n, c->basis, c->basis));
  for (int i = 0; length > 0 && i < c->n; ++i)
    c->basis[i] /= length;
  c->g[0] = length;
  return length;
}

ENZYME_IMPLICIT void enzyme_implicit_gmres(const enzyme_operator *a, const double *b, double *t) {
  const int n = a->n, m = n < enzyme_implicit_basis ? n : enzyme_implicit_basis;
  const size_t columns = (size_t)m, rows = columns + 1;
  enzyme_implicit_cycle c;
  c.n = n;
  c.m = m;
  c.basis = enzyme_implicit_new(rows * (size_t)n + columns * rows + 2 * columns + rows);
  c.h = c.basis + rows * (size_t)n;
  c.cosine = c.h + columns * rows;
  c.sine = c.cosine + columns;
  c.g = c.sine + columns;
  const double whole = sqrt(enzyme_implicit_dot(n, b, b));
  double left = whole, best = HUGE_VAL;
  for (int cycle = 0; cycle < enzyme_implicit_cycles; ++cycle) {
    left = enzyme_implicit_gmres_begin(a, b, t, &c);
    if (!(left > 1e-14 * whole) || !(left < 0.5 * best)) /* there, or no nearer to it */
      break;
    best = left;
    int k = 0;
    for (double now = left; k < m && now > 1e-15 * whole && now < HUGE_VAL; ++k)
      now = enzyme_implicit_gmres_step(a, &c, k);
    if (c.h[(size_t)(k - 1) * rows + (size_t)(k - 1)] == 0) /* A is singular */
      --k;
    enzyme_implicit_gmres_add(&c, k, t);
  }
  free(c.basis);
  if (!(left <= 1e-10 * whole))
    enzyme_rt_refuse(
        "the linear system of an implicit function was not solved by GMRES: its matrix "
        "is singular, or it needs a linear solver of its own (enzyme_root_by)",
        0);
}

#endif

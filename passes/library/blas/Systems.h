/*===- Systems.h - equations that one routine factorises and solves, of one kind of numbers -----===
 *
 * With A X = B the adjoint of B is one solution more, B' = A^-H X', and that of A is -B' X^H: no
 * derivative of the factors is needed. But the factors are a result, too, which a program may use.
 * So A itself stands beside them: the solution is a function of it, and gives its adjoint to it;
 * the factorisation, whose result it is, too, adds what comes from the factors, which is zero in
 * most programs, and then costs nothing (Factors.h). What runs has no need of its numbers: only its
 * shadow is used.
 *
 * One triangle of A and of its factor ('U', 'L'), or all of it ('A', with pivots).
 *===-------------------------------------------------------------------------------===*/

/*--- the factors of A, and A itself -------------------------------------------------------------*/

static inline void NAME(copyWhich)(char which, size n, const number *from, size fromLead,
                                   number *to, size toLead) {
  for (size j = 0; j < n; j++)
    for (size i = NAME(firstOf)(which, j); i < NAME(endOf)(which, n, j); i++)
      to[j * toLead + i] = from[j * fromLead + i];
}

void NAME(factorsBeside)(char which, size n, number *a, size lead, void *pivots, number *own,
                         size *info) {
  NAME(copyWhich)(which, n, a, lead, own, n);
  if (which == 'A')
    NAME(lu)(n, n, a, lead, pivots, info);
  else
    NAME(cholesky)(which, n, a, lead, info);
}

void NAME(factorsBeside_plain)(char which, size n, number *a, size lead, void *pivots, number *own,
                               size *info) {
  if (which == 'A')
    NAME(getrf)(n, n, a, lead, pivots, info);
  else
    NAME(potrf)(which, n, a, lead, info);
}

#define FACTORS_TWICE                                                                              \
  char which, size n, number *a, number *dA, size lead, void *pivots, void *dPivots, number *own,  \
      number *dOwn, size *info, size *dInfo
#define SAME_FACTORS which, n, a, dA, lead, pivots, dPivots, own, dOwn, info, dInfo

static inline number *NAME(keepFactorsBeside)(FACTORS_TWICE, int areCopied) {
  return which == 'A' ? NAME(keepLu)(n, n, a, dA, lead, pivots, dPivots, info, dInfo, areCopied)
                      : NAME(keepCholesky)(which, n, a, dA, lead, info, dInfo, areCopied);
}

number *NAME(factorsBeside_augmented_again)(FACTORS_TWICE) {
  return NAME(keepFactorsBeside)(SAME_FACTORS, 1);
}

number *NAME(factorsBeside_augmented)(FACTORS_TWICE) {
  NAME(factorsBeside)(which, n, a, lead, pivots, own, info);
  return NAME(keepFactorsBeside)(SAME_FACTORS, 1);
}

number *NAME(factorsBeside_unchanged_again)(FACTORS_TWICE) {
  return NAME(keepFactorsBeside)(SAME_FACTORS, 0);
}

number *NAME(factorsBeside_unchanged)(FACTORS_TWICE) {
  NAME(factorsBeside)(which, n, a, lead, pivots, own, info);
  return NAME(keepFactorsBeside)(SAME_FACTORS, 0);
}

void NAME(factorsBeside_reverse)(FACTORS_TWICE, number *kept) {
  if (which == 'A')
    NAME(lu_reverse)(n, n, a, dA, lead, pivots, dPivots, info, dInfo, kept);
  else
    NAME(cholesky_reverse)(which, n, a, dA, lead, info, dInfo, kept);
  dA = SHADOW(dA, a), dOwn = SHADOW(dOwn, own);
  for (size j = 0; dA && dOwn && j < n; j++)
    for (size i = NAME(firstOf)(which, j); i < NAME(endOf)(which, n, j); i++) {
      dA[j * lead + i] += dOwn[j * n + i];
      dOwn[j * n + i] = 0;
    }
}

void NAME(factorsBeside_forward_again)(FACTORS_TWICE) {
  if (SHADOW(dA, a) && SHADOW(dOwn, own))
    NAME(copyWhich)(which, n, dA, lead, dOwn, n);
  if (which == 'A')
    NAME(lu_forward_again)(n, n, a, dA, lead, pivots, dPivots, info, dInfo);
  else
    NAME(cholesky_forward_again)(which, n, a, dA, lead, info, dInfo);
}

void NAME(factorsBeside_forward)(FACTORS_TWICE) {
  NAME(factorsBeside)(which, n, a, lead, pivots, own, info);
  NAME(factorsBeside_forward_again)(SAME_FACTORS);
}

#undef FACTORS_TWICE
#undef SAME_FACTORS

/*--- A X = B, where B was, with the factors
 * --------------------------------------------------------*/

void NAME(solutionBeside)(char which, size n, size columns, const number *a, size lead,
                          const void *pivots, const number *own, number *b, size bLead) {
  size info, *rows = which == 'A' ? rowsOf(pivots, n) : 0;
  number *factors = malloc(n * n * sizeof(number));
  NAME(copyWhich)(which, n, own, n, factors, n);
  if (which == 'A') {
    size *pivotsAgain = malloc(n * sizeof(size));
    NAME(lu)(n, n, factors, n, pivotsAgain, &info);
    free(pivotsAgain);
  } else {
    NAME(cholesky)(which, n, factors, n, &info);
  }
  NAME(solveBy)(which, 'N', n, columns, factors, n, rows, b, bLead);
  free(factors);
  free(rows);
}

void NAME(solutionBeside_plain)(char which, size n, size columns, const number *a, size lead,
                                const void *pivots, const number *own, number *b, size bLead) {
  size *rows = which == 'A' ? rowsOf(pivots, n) : 0;
  NAME(solveBy)(which, 'N', n, columns, a, lead, rows, b, bLead);
  free(rows);
}

#define SOLUTION_TWICE                                                                             \
  char which, size n, size columns, const number *a, number *dA, size lead, const void *pivots,    \
      void *dPivots, const number *own, number *dOwn, number *b, number *dB, size bLead
#define SAME_SOLUTION which, n, columns, a, dA, lead, pivots, dPivots, own, dOwn, b, dB, bLead

/* The factors, the pivots (exact as numbers), and the solution if the matrix varies. */
number *NAME(solutionBeside_augmented_again)(SOLUTION_TWICE) {
  dOwn = SHADOW(dOwn, own), dB = SHADOW(dB, b);
  if (!dB)
    return 0;
  number *kept = enzyme_rt_alloc((n * n + n + (dOwn ? n * columns : 0)) * sizeof(number));
  NAME(copyWhich)(which, n, a, lead, kept, n);
  size *rows = which == 'A' ? rowsOf(pivots, n) : 0;
  for (size i = 0; rows && i < n; i++)
    kept[n * n + i] = (number)rows[i];
  free(rows);
  if (dOwn)
    NAME(copyMatrix)(n, columns, b, bLead, kept + n * n + n, n);
  return kept;
}

number *NAME(solutionBeside_augmented)(SOLUTION_TWICE) {
  NAME(solutionBeside)(which, n, columns, a, lead, pivots, own, b, bLead);
  return NAME(solutionBeside_augmented_again)(SAME_SOLUTION);
}

number *NAME(solutionBeside_unchanged_again)(SOLUTION_TWICE) { return 0; }

number *NAME(solutionBeside_unchanged)(SOLUTION_TWICE) {
  NAME(solutionBeside)(which, n, columns, a, lead, pivots, own, b, bLead);
  return 0;
}

/* A' -= B' X^H; an element of a triangle stands for two of the matrix. */
static inline void NAME(addToOwn)(char which, size n, size columns, const number *dB, size bLead,
                                  const number *x, size xLead, number *dOwn) {
  const number minus = -1;
  if (which == 'A') {
    NAME(product)('N', ADJOINT, n, n, columns, &minus, dB, bLead, x, xLead, dOwn, n);
    return;
  }
  int isUpper = which == 'U';
  NAME(addToTriangle)(isUpper, 'U', 'N', ADJOINT, n, columns, &minus, dB, bLead, x, xLead, dOwn, n);
  NAME(addToTriangle)(isUpper, 'U', 'N', ADJOINT, n, columns, &minus, x, xLead, dB, bLead, dOwn, n);
  for (size j = 0; j < columns; j++)
    for (size i = 0; i < n; i++)
      dOwn[i * n + i] -= REAL(dB[j * bLead + i] * CONJUGATE(x[j * xLead + i]));
}

void NAME(solutionBeside_reverse)(SOLUTION_TWICE, number *kept) {
  dOwn = SHADOW(dOwn, own), dB = SHADOW(dB, b);
  if (!dB)
    return;
  size *rows = 0;
  if (kept && which == 'A') {
    rows = malloc(n * sizeof(size));
    for (size i = 0; i < n; i++)
      rows[i] = (size)REAL(kept[n * n + i]);
  } else if (which == 'A') {
    rows = rowsOf(pivots, n);
  }
  NAME(solveBy)(which, ADJOINT, n, columns, kept ? kept : a, kept ? n : lead, rows, dB, bLead);
  free(rows);
  if (dOwn && kept)
    NAME(addToOwn)(which, n, columns, dB, bLead, kept + n * n + n, n, dOwn);
  else if (dOwn)
    NAME(addToOwn)(which, n, columns, dB, bLead, b, bLead, dOwn);
}

/* All of it, of a triangle that stands for it. */
static inline number *NAME(wholeOfOwn)(char which, size n, const number *own) {
  number *whole = malloc(n * n * sizeof(number));
  for (size j = 0; j < n; j++)
    for (size i = NAME(firstOf)(which, j); i < NAME(endOf)(which, n, j); i++) {
      if (which != 'A')
        whole[i * n + j] = CONJUGATE(own[j * n + i]);
      whole[j * n + i] = which != 'A' && i == j ? REAL(own[j * n + i]) : own[j * n + i];
    }
  return whole;
}

/* dB = inverse of A times (dB - dA X) */
void NAME(solutionBeside_forward_again)(SOLUTION_TWICE) {
  dOwn = SHADOW(dOwn, own), dB = SHADOW(dB, b);
  if (!dB)
    return;
  if (dOwn) {
    const number minus = -1;
    number *whole = NAME(wholeOfOwn)(which, n, dOwn);
    NAME(product)('N', 'N', n, columns, n, &minus, whole, n, b, bLead, dB, bLead);
    free(whole);
  }
  size *rows = which == 'A' ? rowsOf(pivots, n) : 0;
  NAME(solveBy)(which, 'N', n, columns, a, lead, rows, dB, bLead);
  free(rows);
}

void NAME(solutionBeside_forward)(SOLUTION_TWICE) {
  NAME(solutionBeside)(which, n, columns, a, lead, pivots, own, b, bLead);
  NAME(solutionBeside_forward_again)(SAME_SOLUTION);
}

#undef SOLUTION_TWICE
#undef SAME_SOLUTION

/*--- the routines ------------------------------------------------------------------------------*/

/* Memory that is written with b does not go into the factors: a constant matrix stays constant. */
PARTS void NAME(posv)(char triangle, size n, size columns, number *a, size aLead, number *b,
                      size bLead, size *info) {
  number *own = malloc(n * n * sizeof(number));
  NAME(factorsBeside)(triangle, n, a, aLead, 0, own, info);
  if (*info == 0 && n > 0 && columns > 0)
    NAME(solutionBeside)(triangle, n, columns, a, aLead, 0, own, b, bLead);
  free(own);
}

PARTS void NAME(gesv)(size n, size columns, number *a, size aLead, void *pivots, number *b,
                      size bLead, size *info) {
  number *own = malloc(n * n * sizeof(number));
  NAME(factorsBeside)('A', n, a, aLead, pivots, own, info);
  if (*info == 0 && n > 0 && columns > 0)
    NAME(solutionBeside)('A', n, columns, a, aLead, pivots, own, b, bLead);
  free(own);
}

/*===- Equations.h - what is solved with factors, of one kind of numbers ----------------===
 *
 * The other routines of LAPACK (Factors.h has the factorisations): solutions by triangles and an
 * exchange of rows. What is wrong with a call is not looked at, but a singular triangle is.
 *===-------------------------------------------------------------------------------===*/

/* B by the factors of A (`which`: one triangle, or 'A', all of it with the exchanges of `rows`), or
   by those of its transpose, conjugate or not. A triangle stands for one that is its own. */
static inline void NAME(solveBy)(char which, char flag, size n, size columns, const number *a,
                                 size lead, const size *rows, number *b, size bLead) {
  if (which != 'A') {
    NAME(solve)('L', which, which == 'U' ? ADJOINT : 'N', 'N', n, columns, a, lead, b, bLead);
    NAME(solve)('L', which, which == 'U' ? 'N' : ADJOINT, 'N', n, columns, a, lead, b, bLead);
  } else if (flag == 'N') {
    NAME(exchange)(0, columns, n, rows, b, bLead);
    NAME(solve)('L', 'L', 'N', 'U', n, columns, a, lead, b, bLead);
    NAME(solve)('L', 'U', 'N', 'N', n, columns, a, lead, b, bLead);
  } else {
    NAME(solve)('L', 'U', flag, 'N', n, columns, a, lead, b, bLead);
    NAME(solve)('L', 'L', flag, 'U', n, columns, a, lead, b, bLead);
    NAME(exchange)(1, columns, n, rows, b, bLead);
  }
}

void NAME(potrf)(char triangle, size n, number *a, size lead, size *info) {
  NAME(cholesky)(triangle, n, a, lead, info);
}

void NAME(potrs)(char triangle, size n, size columns, const number *a, size aLead, number *b,
                 size bLead, size *info) {
  *info = 0;
  if (n <= 0 || columns <= 0)
    return;
  NAME(solveBy)(triangle, 'N', n, columns, a, aLead, 0, b, bLead);
}

void NAME(getrf)(size m, size n, number *a, size lead, void *pivots, size *info) {
  NAME(lu)(m, n, a, lead, pivots, info);
}

void NAME(getrs)(char flag, size n, size columns, const number *a, size aLead, const void *pivots,
                 number *b, size bLead, size *info) {
  *info = 0;
  if (n <= 0 || columns <= 0)
    return;
  size *rows = rowsOf(pivots, n);
  NAME(solveBy)('A', flag, n, columns, a, aLead, rows, b, bLead);
  free(rows);
}

/* Counted from one; 0 if no element of the diagonal is zero. */
static inline size NAME(zeroOnDiagonal)(char diagonal, size n, const number *a, size lead) {
  for (size i = 0; diagonal != 'U' && i < n; i++)
    if (a[i * lead + i] == 0)
      return i + 1;
  return 0;
}

void NAME(trtrs)(char triangle, char flag, char diagonal, size n, size columns, const number *a,
                 size aLead, number *b, size bLead, size *info) {
  *info = NAME(zeroOnDiagonal)(diagonal, n, a, aLead);
  if (*info == 0 && n > 0 && columns > 0)
    NAME(solve)('L', triangle, flag, diagonal, n, columns, a, aLead, b, bLead);
}

/* Inverses are the solutions for the columns of the identity. */
static inline number *NAME(identity)(size n) {
  number *made = NAME(zeroMatrix)(n, n);
  for (size i = 0; i < n; i++)
    made[i * n + i] = 1;
  return made;
}

static inline void NAME(writeTriangle)(int isUpper, char diagonal, size n, const number *whole,
                                       number *a, size lead) {
  for (size j = 0; j < n; j++)
    for (size i = NAME(firstIn)(isUpper, diagonal, j); i < NAME(endIn)(isUpper, diagonal, n, j);
         i++)
      a[j * lead + i] = whole[j * n + i];
}

void NAME(trtri)(char triangle, char diagonal, size n, number *a, size lead, size *info) {
  *info = NAME(zeroOnDiagonal)(diagonal, n, a, lead);
  if (*info != 0 || n <= 0)
    return;
  number *inverse = NAME(identity)(n);
  NAME(solve)('L', triangle, 'N', diagonal, n, n, a, lead, inverse, n);
  NAME(writeTriangle)(triangle == 'U', diagonal, n, inverse, a, lead);
  free(inverse);
}

void NAME(potri)(char triangle, size n, number *a, size lead, size *info) {
  *info = NAME(zeroOnDiagonal)('N', n, a, lead);
  if (*info != 0 || n <= 0)
    return;
  number *inverse = NAME(identity)(n);
  size unread;
  NAME(potrs)(triangle, n, n, a, lead, inverse, n, &unread);
  for (size i = 0; i < n; i++)
    inverse[i * n + i] = REAL(inverse[i * n + i]);
  NAME(writeTriangle)(triangle == 'U', 'N', n, inverse, a, lead);
  free(inverse);
}

/* The library writes to `work`, or into its first element how much of it were best. What is written
   here is no number: memory to work in often lies in one object with integers. */
void NAME(getri)(size n, number *a, size lead, const void *pivots, number *work, size workSize,
                 size *info) {
  *info = 0;
  if (workSize == -1) {
    work[0] = n > 1 ? n : 1;
    return;
  }
  __builtin_memset(work, 0, workSize * sizeof(number));
  *info = NAME(zeroOnDiagonal)('N', n, a, lead);
  if (*info != 0 || n <= 0)
    return;
  number *inverse = NAME(identity)(n);
  size unread;
  NAME(getrs)('N', n, n, a, lead, pivots, inverse, n, &unread);
  NAME(copyMatrix)(n, n, inverse, n, a, lead);
  free(inverse);
}

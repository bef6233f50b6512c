/*===- LeastSquares.h - routines of QR and LQ factors, of one kind of numbers --------------===
 *
 * All by way of `householder` and `reflect` (Reflections.h). Those that are given memory to
 * work in write to it, or into its first element how much of it the library asks for.
 *===-------------------------------------------------------------------------------===*/

/* Was that a question? (Memory to work in: as for getri.) */
static inline int NAME(isAnswered)(size best, number *work, size workSize, size *info) {
  *info = 0;
  if (workSize != -1)
    __builtin_memset(work, 0, workSize * sizeof(number));
  work[0] = (number)best;
  return workSize == -1;
}

void NAME(geqrf)(size m, size n, number *a, size lead, number *tau, number *work, size workSize,
                 size *info) {
  if (!NAME(isAnswered)(NAME(geqrfBest)(m, n, lead), work, workSize, info))
    NAME(householder)(m, n, a, lead, tau);
}

/* Q times the first columns of the identity, in place of what it is made of. */
void NAME(ORGQR)(size m, size n, size k, number *a, size lead, const number *tau, number *work,
                 size workSize, size *info) {
  if (NAME(isAnswered)(NAME(orgqrBest)(m, n, k, lead), work, workSize, info) || n <= 0)
    return;
  number *reflections = malloc(m * n * sizeof(number));
  NAME(copyMatrix)(m, k, a, lead, reflections, m);
  for (size j = 0; j < n; j++)
    for (size i = 0; i < m; i++)
      a[j * lead + i] = i == j;
  NAME(reflect)('L', 'N', m, n, k, reflections, m, tau, a, lead);
  free(reflections);
}

void NAME(ORMQR)(char side, char flag, size m, size n, size k, const number *a, size aLead,
                 const number *tau, number *c, size cLead, number *work, size workSize,
                 size *info) {
  size best = NAME(ormqrBest)(side, flag, m, n, k, aLead, cLead);
  if (!NAME(isAnswered)(best, work, workSize, info) && m > 0 && n > 0 && k > 0)
    NAME(reflect)(side, flag, m, n, k, a, aLead, tau, c, cLead);
}

/*--- A = L Q, transposed ------------------------------------------------------------------------*/

static inline number *NAME(transposed)(size m, size n, const number *a, size lead) {
  return NAME(asReflected)('R', m, n, a, lead);
}

static inline void NAME(transposedBack)(size m, size n, number *made, number *a, size lead) {
  NAME(asItWas)('R', m, n, made, a, lead);
}

void NAME(gelqf)(size m, size n, number *a, size lead, number *tau, number *work, size workSize,
                 size *info);
void NAME(ORGLQ)(size m, size n, size k, number *a, size lead, const number *tau, number *work,
                 size workSize, size *info);
void NAME(ORMLQ)(char side, char flag, size m, size n, size k, const number *a, size aLead,
                 const number *tau, number *c, size cLead, number *work, size workSize, size *info);

size NAME(gelqfBest)(size m, size n, size lead) { return NAME(asked)(); }

size NAME(gelqfBest_plain)(size m, size n, size lead) {
  number answer[1] = {1};
  size info;
  NAME(gelqf)(m, n, answer, lead, answer, answer, -1, &info);
  return (size)answer[0];
}

size NAME(orglqBest)(size m, size n, size k, size lead) { return NAME(asked)(); }

size NAME(orglqBest_plain)(size m, size n, size k, size lead) {
  number answer[1] = {1};
  size info;
  NAME(ORGLQ)(m, n, k, answer, lead, answer, answer, -1, &info);
  return (size)answer[0];
}

size NAME(ormlqBest)(char side, char flag, size m, size n, size k, size aLead, size cLead) {
  return NAME(asked)();
}

size NAME(ormlqBest_plain)(char side, char flag, size m, size n, size k, size aLead, size cLead) {
  number answer[1] = {1};
  size info;
  NAME(ORMLQ)(side, flag, m, n, k, answer, aLead, answer, answer, cLead, answer, -1, &info);
  return (size)answer[0];
}

void NAME(gelqf)(size m, size n, number *a, size lead, number *tau, number *work, size workSize,
                 size *info) {
  if (NAME(isAnswered)(NAME(gelqfBest)(m, n, lead), work, workSize, info) || m <= 0 || n <= 0)
    return;
  number *factors = NAME(transposed)(m, n, a, lead);
  NAME(householder)(n, m, factors, n, tau);
  NAME(transposedBack)(m, n, factors, a, lead);
}

void NAME(ORGLQ)(size m, size n, size k, number *a, size lead, const number *tau, number *work,
                 size workSize, size *info) {
  if (NAME(isAnswered)(NAME(orglqBest)(m, n, k, lead), work, workSize, info) || m <= 0)
    return;
  number *reflections = NAME(transposed)(k, n, a, lead), *made = NAME(zeroMatrix)(n, m);
  for (size j = 0; j < m; j++)
    made[j * n + j] = 1;
  NAME(reflect)('L', 'N', n, m, k, reflections, n, tau, made, n);
  NAME(transposedBack)(m, n, made, a, lead);
  free(reflections);
}

void NAME(ORMLQ)(char side, char flag, size m, size n, size k, const number *a, size aLead,
                 const number *tau, number *c, size cLead, number *work, size workSize,
                 size *info) {
  size best = NAME(ormlqBest)(side, flag, m, n, k, aLead, cLead), order = side == 'L' ? m : n;
  if (NAME(isAnswered)(best, work, workSize, info) || m <= 0 || n <= 0 || k <= 0)
    return;
  number *reflections = NAME(transposed)(k, order, a, aLead);
  NAME(reflect)(side, flipped(flag), m, n, k, reflections, order, tau, c, cLead);
  free(reflections);
}

/*--- the shortest X with the least A X - B ------------------------------------------------------*/

/* Of a matrix that is not wider than high, or its transpose. */
static inline void NAME(leastSquares)(char flag, size m, size n, size columns, number *a,
                                      size aLead, number *b, size bLead, size *info) {
  number *tau = malloc(n * sizeof(number));
  NAME(householder)(m, n, a, aLead, tau);
  *info = NAME(zeroOnDiagonal)('N', n, a, aLead);
  if (flag == 'N') {
    NAME(reflect)('L', ADJOINT, m, columns, n, a, aLead, tau, b, bLead);
    if (*info == 0)
      NAME(solve)('L', 'U', 'N', 'N', n, columns, a, aLead, b, bLead);
  } else if (*info == 0) {
    NAME(solve)('L', 'U', ADJOINT, 'N', n, columns, a, aLead, b, bLead);
    NAME(scaleMatrix)(m - n, columns, 0, b + n, bLead);
    NAME(reflect)('L', 'N', m, columns, n, a, aLead, tau, b, bLead);
  }
  free(tau);
}

/* Of a matrix that is zero altogether the library takes zero for the solution, which has no
   derivative: all becomes NaN. */
PARTS void NAME(gels)(char flag, size m, size n, size columns, number *a, size aLead, number *b,
                      size bLead, number *work, size workSize, size *info) {
  *info = 0;
  size least = lesser(m, n), most = m + n - least;
  if (workSize == -1) {
    size lead = most > 1 ? most : 1, toFind = NAME(geqrfBest)(most, least, lead);
    size toApply = NAME(ormqrBest)('L', ADJOINT, most, columns, least, lead, lead);
    work[0] = (number)(least + (toFind > toApply ? toFind : toApply) + 1);
  } else if (least <= 0 || columns <= 0) {
    NAME(scaleMatrix)(most, columns, 0, b, bLead);
  } else if (NAME(isZero)(m, n, a, aLead)) {
    NAME(scaleMatrix)(most, columns, NOT_A_NUMBER, b, bLead);
  } else if (m >= n) {
    NAME(leastSquares)(flag, m, n, columns, a, aLead, b, bLead, info);
  } else {
    number *other = NAME(transposed)(m, n, a, aLead);
    NAME(leastSquares)(flipped(flag), n, m, columns, other, n, b, bLead, info);
    NAME(transposedBack)(m, n, other, a, aLead);
  }
}

/*===- Lapacke.h - LAPACK stored by rows or by columns, of one kind of numbers ------------===
 *
 * LAPACKE calls LAPACK, and so does this. Stored by rows, a triangle is the other one, and the rest
 * goes through copies by columns, as it does in LAPACKE.
 *===-------------------------------------------------------------------------------===*/

static inline number *NAME(byColumns)(size rows, size columns, const number *from, size lead) {
  number *made = malloc(rows * columns * sizeof(number));
  for (size i = 0; i < rows; i++)
    for (size j = 0; j < columns; j++)
      made[j * rows + i] = from[i * lead + j];
  return made;
}

static inline void NAME(backByRows)(size rows, size columns, number *made, number *to, size lead) {
  for (size i = 0; i < rows; i++)
    for (size j = 0; j < columns; j++)
      to[i * lead + j] = made[j * rows + i];
  free(made);
}

static inline void NAME(conjugateAll)(size count, number *x) {
  for (size i = 0; HAS_PHASES && i < count; i++)
    x[i] = CONJUGATE(x[i]);
}

#define IN_ORDER(ROUTINE) IN_ORDER_OF(ROUTINE)
#define IN_ORDER_OF(ROUTINE) ROUTINE##InOrder
#define AS_STORED(TRIANGLE) (order == 'R' ? otherOf(TRIANGLE, 'U', 'L') : TRIANGLE)
#define LEAD(ROWS) ((ROWS) > 1 ? (ROWS) : 1)

PARTS void NAME(potrfInOrder)(char order, char triangle, size n, number *a, size lead, size *info) {
  NAME(potrf)(AS_STORED(triangle), n, a, lead, info);
}

PARTS void NAME(potriInOrder)(char order, char triangle, size n, number *a, size lead, size *info) {
  NAME(potri)(AS_STORED(triangle), n, a, lead, info);
}

PARTS void NAME(trtriInOrder)(char order, char triangle, char diagonal, size n, number *a,
                              size lead, size *info) {
  NAME(trtri)(AS_STORED(triangle), diagonal, n, a, lead, info);
}

PARTS void NAME(potrsInOrder)(char order, char triangle, size n, size columns, const number *a,
                              size aLead, number *b, size bLead, size *info) {
  if (order == 'C') {
    NAME(potrs)(triangle, n, columns, a, aLead, b, bLead, info);
    return;
  }
  number *side = NAME(byColumns)(n, columns, b, bLead);
  NAME(conjugateAll)(n * columns, side); /* so the matrix is, whose triangle is the other one */
  NAME(potrs)(AS_STORED(triangle), n, columns, a, aLead, side, LEAD(n), info);
  NAME(conjugateAll)(n * columns, side);
  NAME(backByRows)(n, columns, side, b, bLead);
}

PARTS void NAME(posvInOrder)(char order, char triangle, size n, size columns, number *a, size aLead,
                             number *b, size bLead, size *info) {
  size unread;
  NAME(potrf)(AS_STORED(triangle), n, a, aLead, info);
  if (*info == 0)
    NAME(potrsInOrder)(order, triangle, n, columns, a, aLead, b, bLead, &unread);
}

PARTS void NAME(trtrsInOrder)(char order, char triangle, char flag, char diagonal, size n,
                              size columns, const number *a, size aLead, number *b, size bLead,
                              size *info) {
  if (order == 'C') {
    NAME(trtrs)(triangle, flag, diagonal, n, columns, a, aLead, b, bLead, info);
    return;
  }
  number *side = NAME(byColumns)(n, columns, b, bLead);
  int isConjugate = flag == 'C'; /* of the transpose that is stored */
  if (isConjugate)
    NAME(conjugateAll)(n * columns, side);
  NAME(trtrs)(AS_STORED(triangle), flag == 'N' ? 'T' : 'N', diagonal, n, columns, a, aLead, side,
              LEAD(n), info);
  if (isConjugate)
    NAME(conjugateAll)(n * columns, side);
  NAME(backByRows)(n, columns, side, b, bLead);
}

PARTS void NAME(getrfInOrder)(char order, size m, size n, number *a, size lead, void *pivots,
                              size *info) {
  if (order == 'C') {
    NAME(getrf)(m, n, a, lead, pivots, info);
    return;
  }
  number *matrix = NAME(byColumns)(m, n, a, lead);
  NAME(getrf)(m, n, matrix, LEAD(m), pivots, info);
  NAME(backByRows)(m, n, matrix, a, lead);
}

PARTS void NAME(getrsInOrder)(char order, char flag, size n, size columns, const number *a,
                              size aLead, const void *pivots, number *b, size bLead, size *info) {
  if (order == 'C') {
    NAME(getrs)(flag, n, columns, a, aLead, pivots, b, bLead, info);
    return;
  }
  number *matrix = NAME(byColumns)(n, n, a, aLead), *side = NAME(byColumns)(n, columns, b, bLead);
  NAME(getrs)(flag, n, columns, matrix, LEAD(n), pivots, side, LEAD(n), info);
  NAME(backByRows)(n, columns, side, b, bLead);
  free(matrix);
}

PARTS void NAME(gesvInOrder)(char order, size n, size columns, number *a, size aLead, void *pivots,
                             number *b, size bLead, size *info) {
  size unread;
  NAME(getrfInOrder)(order, n, n, a, aLead, pivots, info);
  if (*info == 0)
    NAME(getrsInOrder)(order, 'N', n, columns, a, aLead, pivots, b, bLead, &unread);
}

PARTS void NAME(getriInOrder)(char order, size n, number *a, size lead, const void *pivots,
                              size *info) {
  number *work = malloc(LEAD(n) * sizeof(number));
  if (order == 'C') {
    NAME(getri)(n, a, lead, pivots, work, LEAD(n), info);
  } else {
    number *matrix = NAME(byColumns)(n, n, a, lead);
    NAME(getri)(n, matrix, LEAD(n), pivots, work, LEAD(n), info);
    NAME(backByRows)(n, n, matrix, a, lead);
  }
  free(work);
}

static inline void NAME(eigenInOrder)(char order, char method, char job, char triangle, size n,
                                      number *a, size lead, part *values, size *info) {
  if (order == 'C') {
    NAME(eigenOf)(method, job, triangle, n, a, lead, values, info);
    return;
  }
  number *matrix = NAME(byColumns)(n, n, a, lead);
  NAME(eigenOf)(method, job, triangle, n, matrix, LEAD(n), values, info);
  NAME(backByRows)(n, n, matrix, a, lead);
}

PARTS void NAME(IN_ORDER(SYEV))(char order, char job, char triangle, size n, number *a, size lead,
                                part *values, size *info) {
  NAME(eigenInOrder)(order, QR, job, triangle, n, a, lead, values, info);
}

PARTS void NAME(IN_ORDER(SYEVD))(char order, char job, char triangle, size n, number *a, size lead,
                                 part *values, size *info) {
  NAME(eigenInOrder)(order, divideAndConquer, job, triangle, n, a, lead, values, info);
}

/*--- QR and LQ factors: LAPACKE finds memory to work in itself
 * -------------------------------------*/

#define FACTORS_IN_ORDER(ROUTINE)                                                                  \
  static inline void NAME(ROUTINE##Alone)(size m, size n, number * a, size lead, number * tau,     \
                                          size * info) {                                           \
    size best = NAME(ROUTINE##Best)(m, n, lead);                                                   \
    number *work = NAME(newWork)(&best);                                                           \
    NAME(ROUTINE)(m, n, a, lead, tau, work, best, info);                                           \
    free(work);                                                                                    \
  }                                                                                                \
  PARTS void NAME(ROUTINE##InOrder)(char order, size m, size n, number *a, size lead, number *tau, \
                                    size *info) {                                                  \
    if (order == 'C') {                                                                            \
      NAME(ROUTINE##Alone)(m, n, a, lead, tau, info);                                              \
      return;                                                                                      \
    }                                                                                              \
    number *matrix = NAME(byColumns)(m, n, a, lead);                                               \
    NAME(ROUTINE##Alone)(m, n, matrix, LEAD(m), tau, info);                                        \
    NAME(backByRows)(m, n, matrix, a, lead);                                                       \
  }

#define FACTOR_IN_ORDER(ROUTINE, CALLED)                                                           \
  static inline void NAME(ROUTINE##Alone)(size m, size n, size k, number * a, size lead,           \
                                          const number *tau, size *info) {                         \
    size best = NAME(ROUTINE##Best)(m, n, k, lead);                                                \
    number *work = NAME(newWork)(&best);                                                           \
    NAME(CALLED)(m, n, k, a, lead, tau, work, best, info);                                         \
    free(work);                                                                                    \
  }                                                                                                \
  PARTS void NAME(IN_ORDER(CALLED))(char order, size m, size n, size k, number *a, size lead,      \
                                    const number *tau, size *info) {                               \
    if (order == 'C') {                                                                            \
      NAME(ROUTINE##Alone)(m, n, k, a, lead, tau, info);                                           \
      return;                                                                                      \
    }                                                                                              \
    number *matrix = NAME(byColumns)(m, n, a, lead);                                               \
    NAME(ROUTINE##Alone)(m, n, k, matrix, LEAD(m), tau, info);                                     \
    NAME(backByRows)(m, n, matrix, a, lead);                                                       \
  }

/* A has k columns (QR), or k rows (LQ). */
#define APPLIED_IN_ORDER(ROUTINE, CALLED, ROWS, COLUMNS)                                           \
  static inline void NAME(ROUTINE##Alone)(char side, char flag, size m, size n, size k,            \
                                          const number *a, size aLead, const number *tau,          \
                                          number *c, size cLead, size *info) {                     \
    size best = NAME(ROUTINE##Best)(side, flag, m, n, k, aLead, cLead);                            \
    number *work = NAME(newWork)(&best);                                                           \
    NAME(CALLED)(side, flag, m, n, k, a, aLead, tau, c, cLead, work, best, info);                  \
    free(work);                                                                                    \
  }                                                                                                \
  PARTS void NAME(IN_ORDER(CALLED))(char order, char side, char flag, size m, size n, size k,      \
                                    const number *a, size aLead, const number *tau, number *c,     \
                                    size cLead, size *info) {                                      \
    if (order == 'C') {                                                                            \
      NAME(ROUTINE##Alone)(side, flag, m, n, k, a, aLead, tau, c, cLead, info);                    \
      return;                                                                                      \
    }                                                                                              \
    size length = side == 'L' ? m : n;                                                             \
    number *matrix = NAME(byColumns)(ROWS, COLUMNS, a, aLead);                                     \
    number *applied = NAME(byColumns)(m, n, c, cLead);                                             \
    NAME(ROUTINE##Alone)(side, flag, m, n, k, matrix, LEAD(ROWS), tau, applied, LEAD(m), info);    \
    NAME(backByRows)(m, n, applied, c, cLead);                                                     \
    free(matrix);                                                                                  \
  }

FACTORS_IN_ORDER(geqrf)
FACTORS_IN_ORDER(gelqf)
FACTOR_IN_ORDER(orgqr, ORGQR)
FACTOR_IN_ORDER(orglq, ORGLQ)
APPLIED_IN_ORDER(ormqr, ORMQR, length, k)
APPLIED_IN_ORDER(ormlq, ORMLQ, k, length)
#undef FACTORS_IN_ORDER
#undef FACTOR_IN_ORDER
#undef APPLIED_IN_ORDER

PARTS void NAME(gelsInOrder)(char order, char flag, size m, size n, size columns, number *a,
                             size aLead, number *b, size bLead, size *info) {
  number unread;
  if (order == 'C') {
    NAME(gels)(flag, m, n, columns, a, aLead, b, bLead, &unread, 1, info);
    return;
  }
  size most = m > n ? m : n;
  number *matrix = NAME(byColumns)(m, n, a, aLead),
         *side = NAME(byColumns)(most, columns, b, bLead);
  NAME(gels)(flag, m, n, columns, matrix, LEAD(m), side, LEAD(most), &unread, 1, info);
  NAME(backByRows)(m, n, matrix, a, aLead);
  NAME(backByRows)(most, columns, side, b, bLead);
}

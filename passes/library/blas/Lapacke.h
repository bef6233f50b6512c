/*===- Lapacke.h - LAPACK stored by rows or by columns, in one precision ------------------===
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
  NAME(potrs)(AS_STORED(triangle), n, columns, a, aLead, side, LEAD(n), info);
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
  NAME(trtrs)(AS_STORED(triangle), flipped(flag), diagonal, n, columns, a, aLead, side, LEAD(n),
              info);
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

PARTS void NAME(syevInOrder)(char order, char job, char triangle, size n, number *a, size lead,
                             number *values, size *info) {
  if (order == 'C') {
    NAME(eigenOf)(QR, job, triangle, n, a, lead, values, info);
    return;
  }
  number *matrix = NAME(byColumns)(n, n, a, lead);
  NAME(eigenOf)(QR, job, triangle, n, matrix, LEAD(n), values, info);
  NAME(backByRows)(n, n, matrix, a, lead);
}

PARTS void NAME(syevdInOrder)(char order, char job, char triangle, size n, number *a, size lead,
                              number *values, size *info) {
  if (order == 'C') {
    NAME(eigenOf)(divideAndConquer, job, triangle, n, a, lead, values, info);
    return;
  }
  number *matrix = NAME(byColumns)(n, n, a, lead);
  NAME(eigenOf)(divideAndConquer, job, triangle, n, matrix, LEAD(n), values, info);
  NAME(backByRows)(n, n, matrix, a, lead);
}

#undef AS_STORED
#undef LEAD

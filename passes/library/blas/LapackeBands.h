/*===- LapackeBands.h - bands stored by rows or by columns, in one precision -------------------===
 *
 * As Lapacke.h. Stored by rows, a band is the transpose of its array.
 *===-------------------------------------------------------------------------------===*/

PARTS void NAME(pbtrfInOrder)(char order, char triangle, size n, size diagonals, number *a,
                              size lead, size *info) {
  if (order == 'C') {
    NAME(pbtrf)(triangle, n, diagonals, a, lead, info);
    return;
  }
  number *matrix = NAME(byColumns)(diagonals + 1, n, a, lead);
  NAME(pbtrf)(triangle, n, diagonals, matrix, diagonals + 1, info);
  NAME(backByRows)(diagonals + 1, n, matrix, a, lead);
}

PARTS void NAME(pbtrsInOrder)(char order, char triangle, size n, size diagonals, size columns,
                              const number *a, size aLead, number *b, size bLead, size *info) {
  if (order == 'C') {
    NAME(pbtrs)(triangle, n, diagonals, columns, a, aLead, b, bLead, info);
    return;
  }
  number *matrix = NAME(byColumns)(diagonals + 1, n, a, aLead);
  number *side = NAME(byColumns)(n, columns, b, bLead);
  NAME(pbtrs)(triangle, n, diagonals, columns, matrix, diagonals + 1, side, LEAD(n), info);
  NAME(backByRows)(n, columns, side, b, bLead);
  free(matrix);
}

PARTS void NAME(pbsvInOrder)(char order, char triangle, size n, size diagonals, size columns,
                             number *a, size aLead, number *b, size bLead, size *info) {
  size unread;
  NAME(pbtrfInOrder)(order, triangle, n, diagonals, a, aLead, info);
  if (*info == 0)
    NAME(pbtrsInOrder)(order, triangle, n, diagonals, columns, a, aLead, b, bLead, &unread);
}

PARTS void NAME(gbtrfInOrder)(char order, size m, size n, size below, size above, number *a,
                              size lead, void *pivots, size *info) {
  if (order == 'C') {
    NAME(gbtrf)(m, n, below, above, a, lead, pivots, info);
    return;
  }
  size rows = 2 * below + above + 1;
  number *matrix = NAME(byColumns)(rows, n, a, lead);
  NAME(gbtrf)(m, n, below, above, matrix, rows, pivots, info);
  NAME(backByRows)(rows, n, matrix, a, lead);
}

PARTS void NAME(gbtrsInOrder)(char order, char flag, size n, size below, size above, size columns,
                              const number *a, size aLead, const void *pivots, number *b,
                              size bLead, size *info) {
  if (order == 'C') {
    NAME(gbtrs)(flag, n, below, above, columns, a, aLead, pivots, b, bLead, info);
    return;
  }
  size rows = 2 * below + above + 1;
  number *matrix = NAME(byColumns)(rows, n, a, aLead),
         *side = NAME(byColumns)(n, columns, b, bLead);
  NAME(gbtrs)(flag, n, below, above, columns, matrix, rows, pivots, side, LEAD(n), info);
  NAME(backByRows)(n, columns, side, b, bLead);
  free(matrix);
}

PARTS void NAME(gbsvInOrder)(char order, size n, size below, size above, size columns, number *a,
                             size aLead, void *pivots, number *b, size bLead, size *info) {
  size unread;
  NAME(gbtrfInOrder)(order, n, n, below, above, a, aLead, pivots, info);
  if (*info == 0)
    NAME(gbtrsInOrder)(order, 'N', n, below, above, columns, a, aLead, pivots, b, bLead, &unread);
}

PARTS void NAME(gtsvInOrder)(char order, size n, size columns, number *below, number *diagonal,
                             number *above, number *b, size lead, size *info) {
  if (order == 'C') {
    NAME(gtsv)(n, columns, below, diagonal, above, b, lead, info);
    return;
  }
  number *side = NAME(byColumns)(n, columns, b, lead);
  NAME(gtsv)(n, columns, below, diagonal, above, side, LEAD(n), info);
  NAME(backByRows)(n, columns, side, b, lead);
}

PARTS void NAME(pttrsInOrder)(char order, size n, size columns, const number *diagonal,
                              const number *beside, number *b, size lead, size *info) {
  if (order == 'C') {
    NAME(pttrs)(n, columns, diagonal, beside, b, lead, info);
    return;
  }
  number *side = NAME(byColumns)(n, columns, b, lead);
  NAME(pttrs)(n, columns, diagonal, beside, side, LEAD(n), info);
  NAME(backByRows)(n, columns, side, b, lead);
}

PARTS void NAME(ptsvInOrder)(char order, size n, size columns, number *diagonal, number *beside,
                             number *b, size lead, size *info) {
  size unread;
  NAME(pttrf)(n, diagonal, beside, info);
  if (*info == 0)
    NAME(pttrsInOrder)(order, n, columns, diagonal, beside, b, lead, &unread);
}

/*===- Bands.h - equations of bands and tridiagonal matrices, in one precision -------------===
 *
 * A band of n columns with k diagonals costs n k^2: derivatives are those of these loops. What
 * varies nowhere is the library's call again. Pivots are constants.
 *
 * Row i of column j is where the columns of a triangle have it (Matrices.h); in factors of any
 * band, with as many more diagonals above as there are below, into which rows that change places
 * may reach.
 *===-------------------------------------------------------------------------------===*/

/*--- where a factorisation failed there is no derivative (Factors.h)
 * ------------------------------*/

/* Leaves the numbers as they are, and makes what varies of them NaN. */
void NAME(spoilt)(size m, size n, number *a, size lead) {
  number one = (number)NAME(asked)();
  for (size j = 0; j < n; j++)
    for (size i = 0; i < m; i++)
      a[j * lead + i] *= one;
}

void NAME(spoilt_plain)(size m, size n, number *a, size lead) {}

#define SPOILT_TWICE size m, size n, number *a, number *dA, size lead

number *NAME(spoilt_augmented_again)(SPOILT_TWICE) { return 0; }

number *NAME(spoilt_augmented)(SPOILT_TWICE) { return 0; }

number *NAME(spoilt_unchanged_again)(SPOILT_TWICE) { return 0; }

number *NAME(spoilt_unchanged)(SPOILT_TWICE) { return 0; }

void NAME(spoilt_reverse)(SPOILT_TWICE, number *kept) {
  dA = SHADOW(dA, a);
  if (dA)
    NAME(spoil)('A', m, n, dA, lead);
}

void NAME(spoilt_forward_again)(SPOILT_TWICE) {
  dA = SHADOW(dA, a);
  if (dA)
    NAME(spoil)('A', m, n, dA, lead);
}

void NAME(spoilt_forward)(SPOILT_TWICE) { NAME(spoilt_forward_again)(m, n, a, dA, lead); }

#undef SPOILT_TWICE

/*--- positive definite bands: A = L L' or U' U ------------------------------------------------*/

/* Where U has its row j in column i, L has its row i in column j; i >= j. */
static inline size bandAt(char triangle, size diagonals, size lead, size i, size j) {
  return triangle == 'U' ? i * lead + diagonals + j - i : j * lead + i - j;
}

void NAME(pbtrf)(char triangle, size n, size diagonals, number *a, size lead, size *info) {
  *info = 0;
  for (size j = 0; j < n; j++) {
    number pivot = a[bandAt(triangle, diagonals, lead, j, j)];
    for (size l = j > diagonals ? j - diagonals : 0; l < j; l++) {
      number left = a[bandAt(triangle, diagonals, lead, j, l)];
      pivot -= left * left;
    }
    if (!(pivot > 0)) {
      *info = j + 1;
      NAME(spoilt)(diagonals + 1, n, a, lead);
      return;
    }
    number root = ROOT(pivot);
    a[bandAt(triangle, diagonals, lead, j, j)] = root;
    for (size i = j + 1; i < n && i <= j + diagonals; i++) {
      number rest = a[bandAt(triangle, diagonals, lead, i, j)];
      for (size l = i > diagonals ? i - diagonals : 0; l < j; l++)
        rest -=
            a[bandAt(triangle, diagonals, lead, i, l)] * a[bandAt(triangle, diagonals, lead, j, l)];
      a[bandAt(triangle, diagonals, lead, i, j)] = rest / root;
    }
  }
}

void NAME(pbtrs)(char triangle, size n, size diagonals, size columns, const number *a, size aLead,
                 number *b, size bLead, size *info) {
  struct triangle t = {band, triangle == 'U', n, diagonals, aLead};
  *info = 0;
  for (size j = 0; j < columns; j++) {
    NAME(solveTriangle)(t, t.isUpper ? 'T' : 'N', 'N', a, b + j * bLead, 1);
    NAME(solveTriangle)(t, t.isUpper ? 'N' : 'T', 'N', a, b + j * bLead, 1);
  }
}

PARTS void NAME(pbsv)(char triangle, size n, size diagonals, size columns, number *a, size aLead,
                      number *b, size bLead, size *info) {
  size unread;
  NAME(pbtrf)(triangle, n, diagonals, a, aLead, info);
  if (*info == 0)
    NAME(pbtrs)(triangle, n, diagonals, columns, a, aLead, b, bLead, &unread);
}

/*--- any band: P A = L U ------------------------------------------------------------------------*/

void NAME(gbtrf)(size m, size n, size below, size above, number *a, size lead, void *pivots,
                 size *info) {
  size reach = below + above, step = lead - 1; /* to the next column in a row */
  *info = 0;
  for (size j = 0; j < n; j++) /* the diagonals that are only U's */
    for (size i = j > reach ? j - reach : 0; i < j - above && i < m; i++)
      a[j * lead + reach + i - j] = 0;
  size end = 0; /* of what the rows so far reach */
  for (size j = 0; j < lesser(m, n); j++) {
    number *diagonal = a + j * lead + reach;
    size rows = lesser(below, m - 1 - j), chosen = 0;
    for (size i = 1; i <= rows; i++)
      if (ABSOLUTE(diagonal[i]) > ABSOLUTE(diagonal[chosen]))
        chosen = i;
    setPivot(pivots, j, j + chosen);
    if (diagonal[chosen] == 0) {
      *info = *info ? *info : j + 1;
      continue;
    }
    size reached = lesser(j + above + chosen + 1, n);
    end = reached > end ? reached : end;
    for (size l = 0; chosen && l < end - j; l++) {
      number other = diagonal[l * step];
      diagonal[l * step] = diagonal[l * step + chosen];
      diagonal[l * step + chosen] = other;
    }
    for (size i = 1; i <= rows; i++)
      diagonal[i] /= diagonal[0];
    for (size l = 1; l < end - j; l++) {
      number factor = diagonal[l * step];
      for (size i = 1; i <= rows; i++)
        diagonal[l * step + i] -= diagonal[i] * factor;
    }
  }
  if (*info != 0)
    NAME(spoilt)(reach + below + 1, n, a, lead);
}

/* L and the exchanges of rows, divided out of one right side, or out of one of the transposed
 * matrix. */
static inline void NAME(divideByLower)(int isTransposed, size n, size below,
                                       const number *diagonals, size lead, const size *rows,
                                       number *b) {
  for (size k = 0; k < n - 1; k++) {
    size j = isTransposed ? n - 2 - k : k, end = lesser(below, n - 1 - j), other = rows[j];
    const number *lower = diagonals + j * lead;
    number here = b[j];
    if (isTransposed) {
      for (size i = 1; i <= end; i++)
        here -= lower[i] * b[j + i];
      b[j] = b[other];
      b[other] = here;
    } else {
      number there = b[other];
      b[other] = here;
      b[j] = there;
      for (size i = 1; i <= end; i++)
        b[j + i] -= lower[i] * there;
    }
  }
}

void NAME(gbtrs)(char flag, size n, size below, size above, size columns, const number *a,
                 size aLead, const void *pivots, number *b, size bLead, size *info) {
  struct triangle upper = {band, 1, n, below + above, aLead};
  const number *diagonals = a + below + above;
  *info = 0;
  if (n <= 0)
    return;
  size *rows = rowsOf(pivots, n);
  for (size j = 0; j < columns; j++) {
    number *side = b + j * bLead;
    if (flag == 'N' && below > 0)
      NAME(divideByLower)(0, n, below, diagonals, aLead, rows, side);
    NAME(solveTriangle)(upper, flag, 'N', a, side, 1);
    if (flag != 'N' && below > 0)
      NAME(divideByLower)(1, n, below, diagonals, aLead, rows, side);
  }
  free(rows);
}

PARTS void NAME(gbsv)(size n, size below, size above, size columns, number *a, size aLead,
                      void *pivots, number *b, size bLead, size *info) {
  size unread;
  NAME(gbtrf)(n, n, below, above, a, aLead, pivots, info);
  if (*info == 0)
    NAME(gbtrs)('N', n, below, above, columns, a, aLead, pivots, b, bLead, &unread);
}

/*--- three diagonals
 * -----------------------------------------------------------------------------*/

/* Rows i and i + 1 of U, whose second diagonal above lies in `below`, and of the right sides. */
static inline void NAME(eliminateOne)(int isLast, number *below, number *diagonal, number *above,
                                      size columns, number *b, size lead) {
  if (ABSOLUTE(diagonal[0]) >= ABSOLUTE(below[0])) {
    number factor = below[0] / diagonal[0];
    diagonal[1] -= factor * above[0];
    for (size j = 0; j < columns; j++)
      b[j * lead + 1] -= factor * b[j * lead];
    if (!isLast)
      below[0] = 0;
    return;
  }
  number factor = diagonal[0] / below[0], next = diagonal[1];
  diagonal[0] = below[0];
  diagonal[1] = above[0] - factor * next;
  above[0] = next;
  if (!isLast) {
    below[0] = above[1];
    above[1] *= -factor;
  }
  for (size j = 0; j < columns; j++) {
    number here = b[j * lead], there = b[j * lead + 1];
    b[j * lead] = there;
    b[j * lead + 1] = here - factor * there;
  }
}

void NAME(gtsv)(size n, size columns, number *below, number *diagonal, number *above, number *b,
                size lead, size *info) {
  *info = 0;
  for (size i = 0; i < n; i++) {
    if (diagonal[i] == 0 && (i == n - 1 || below[i] == 0)) {
      *info = i + 1;
      NAME(spoilt)(n, 1, diagonal, n);
      NAME(spoilt)(n - 1, 1, below, n);
      NAME(spoilt)(n - 1, 1, above, n);
      NAME(spoilt)(n, columns, b, lead);
      return;
    }
    if (i < n - 1)
      NAME(eliminateOne)(i == n - 2, below + i, diagonal + i, above + i, columns, b + i, lead);
  }
  for (size j = 0; j < columns; j++)
    for (size i = n - 1; i >= 0; i--) {
      number rest = b[j * lead + i];
      if (i < n - 1)
        rest -= above[i] * b[j * lead + i + 1];
      if (i < n - 2)
        rest -= below[i] * b[j * lead + i + 2];
      b[j * lead + i] = rest / diagonal[i];
    }
}

/* A = L D L', of positive definite ones. */
void NAME(pttrf)(size n, number *diagonal, number *beside, size *info) {
  *info = 0;
  for (size i = 0; i < n; i++) {
    if (!(diagonal[i] > 0)) {
      *info = i + 1;
      NAME(spoilt)(n, 1, diagonal, n);
      NAME(spoilt)(n - 1, 1, beside, n);
      return;
    }
    if (i < n - 1) {
      number before = beside[i];
      beside[i] = before / diagonal[i];
      diagonal[i + 1] -= beside[i] * before;
    }
  }
}

void NAME(pttrs)(size n, size columns, const number *diagonal, const number *beside, number *b,
                 size lead, size *info) {
  *info = 0;
  for (size j = 0; j < columns; j++) {
    number *side = b + j * lead;
    for (size i = 1; i < n; i++)
      side[i] -= side[i - 1] * beside[i - 1];
    for (size i = n - 1; i >= 0; i--)
      side[i] = i < n - 1 ? side[i] / diagonal[i] - side[i + 1] * beside[i] : side[i] / diagonal[i];
  }
}

PARTS void NAME(ptsv)(size n, size columns, number *diagonal, number *beside, number *b, size lead,
                      size *info) {
  size unread;
  NAME(pttrf)(n, diagonal, beside, info);
  if (*info == 0)
    NAME(pttrs)(n, columns, diagonal, beside, b, lead, &unread);
}

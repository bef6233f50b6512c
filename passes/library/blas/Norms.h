/*===- Norms.h - norms of matrices, estimates of their condition, in one precision -----------===
 *
 * Programs compare an estimate of the condition with a bound, and take another way. It has no
 * derivative (it is a choice among vectors that the library tries): where a derivative goes through
 * one it is NaN, elsewhere nothing happens.
 *===-------------------------------------------------------------------------------===*/

void NAME(gecon)(char norm, size n, const number *a, size lead, const number *ofMatrix,
                 number *found, number *work, void *integers, size *info);
void NAME(pocon)(char triangle, size n, const number *a, size lead, const number *ofMatrix,
                 number *found, number *work, void *integers, size *info);
void NAME(trcon)(char norm, char triangle, char diagonal, size n, const number *a, size lead,
                 number *found, number *work, void *integers, size *info);
void NAME(gbcon)(char norm, size n, size below, size above, const number *a, size lead,
                 const void *pivots, const number *ofMatrix, number *found, number *work,
                 void *integers, size *info);

/* Norms: 'M' the largest element, 'O' or '1' the largest column, 'I' the largest row, 'F' or 'E'
 * Frobenius'. */
struct NAME(Norm) {
  char kind;
  number *rows; /* sums, where they are wanted */
  number column, found;
};

static inline struct NAME(Norm) NAME(beginNorm)(char kind, size m) {
  kind = kind == '1' ? 'O' : capital(kind);
  kind = kind == 'E' ? 'F' : kind;
  number *rows = malloc((m + 1) * sizeof(number));
  for (size i = 0; i < m; i++)
    rows[i] = 0;
  return (struct NAME(Norm)){kind, rows, 0, 0};
}

static inline void NAME(takeUp)(struct NAME(Norm) * norm, size row, number element) {
  number length = ABSOLUTE(element);
  if (norm->kind == 'M')
    norm->found = length > norm->found || length != length ? length : norm->found;
  else if (norm->kind == 'F' && length != 0)
    norm->found = HYPOT(norm->found, length);
  else if (norm->kind == 'I')
    norm->rows[row] += length;
  else if (norm->kind == 'O')
    norm->column += length;
}

static inline void NAME(endColumn)(struct NAME(Norm) * norm) {
  if (norm->kind == 'O' && (norm->column > norm->found || norm->column != norm->column))
    norm->found = norm->column;
  norm->column = 0;
}

static inline number NAME(endNorm)(struct NAME(Norm) * norm, size m) {
  for (size i = 0; norm->kind == 'I' && i < m; i++)
    if (norm->rows[i] > norm->found || norm->rows[i] != norm->rows[i])
      norm->found = norm->rows[i];
  free(norm->rows);
  return norm->found;
}

number NAME(lange)(char kind, size m, size n, const number *a, size lead, number *work) {
  struct NAME(Norm) norm = NAME(beginNorm)(kind, m);
  for (size j = 0; j < n; j++) {
    for (size i = 0; i < m; i++)
      NAME(takeUp)(&norm, i, a[j * lead + i]);
    NAME(endColumn)(&norm);
  }
  return NAME(endNorm)(&norm, m);
}

number NAME(lansy)(char kind, char triangle, size n, const number *a, size lead, number *work) {
  struct NAME(Norm) norm = NAME(beginNorm)(kind, n);
  for (size j = 0; j < n; j++) {
    for (size i = 0; i < n; i++)
      NAME(takeUp)(&norm, i,
                   (i < j) == (triangle == 'U') || i == j ? a[j * lead + i] : a[i * lead + j]);
    NAME(endColumn)(&norm);
  }
  return NAME(endNorm)(&norm, n);
}

number NAME(langb)(char kind, size n, size below, size above, const number *a, size lead,
                   number *work) {
  struct NAME(Norm) norm = NAME(beginNorm)(kind, n);
  for (size j = 0; j < n; j++) {
    for (size i = j > above ? j - above : 0; i < lesser(n, j + below + 1); i++)
      NAME(takeUp)(&norm, i, a[j * lead + above + i - j]);
    NAME(endColumn)(&norm);
  }
  return NAME(endNorm)(&norm, n);
}

/* Of a matrix by its factors, whose storage takes `rows` rows. `kind`: g, p, t, b as in the
 * routines' names. */
void NAME(estimate)(char kind, char norm, char triangle, char diagonal, size n, size below,
                    size above, size rows, const number *a, size lead, const void *pivots,
                    const number *ofMatrix, number *found, size *info) {
  *info = 0;
  number most = *ofMatrix; /* (the library's estimate is better) */
  for (size j = 0; j < n; j++)
    for (size i = 0; i < rows; i++)
      most = ABSOLUTE(a[j * lead + i]) > most ? ABSOLUTE(a[j * lead + i]) : most;
  *found = pivots ? 1 / most : most;
}

void NAME(estimate_plain)(char kind, char norm, char triangle, char diagonal, size n, size below,
                          size above, size rows, const number *a, size lead, const void *pivots,
                          const number *ofMatrix, number *found, size *info) {
  number *work = malloc((4 * n + 1) * sizeof(number));
  void *integers = malloc((n + 1) * sizeof(size));
  if (kind == 'g')
    NAME(gecon)(norm, n, a, lead, ofMatrix, found, work, integers, info);
  else if (kind == 'p')
    NAME(pocon)(triangle, n, a, lead, ofMatrix, found, work, integers, info);
  else if (kind == 't')
    NAME(trcon)(norm, triangle, diagonal, n, a, lead, found, work, integers, info);
  else
    NAME(gbcon)(norm, n, below, above, a, lead, pivots, ofMatrix, found, work, integers, info);
  free(integers);
  free(work);
}

#define ESTIMATE_TWICE                                                                             \
  char kind, char norm, char triangle, char diagonal, size n, size below, size above, size rows,   \
      const number *a, number *dA, size lead, const void *pivots, void *dPivots,                   \
      const number *ofMatrix, number *dOfMatrix, number *found, number *dFound, size *info,        \
      size *dInfo

number *NAME(estimate_augmented_again)(ESTIMATE_TWICE) { return 0; }

number *NAME(estimate_augmented)(ESTIMATE_TWICE) {
  NAME(estimate)(kind, norm, triangle, diagonal, n, below, above, rows, a, lead, pivots, ofMatrix,
                 found, info);
  return 0;
}

void NAME(estimate_reverse)(ESTIMATE_TWICE, number *kept) {
  dA = SHADOW(dA, a), dOfMatrix = SHADOW(dOfMatrix, ofMatrix), dFound = SHADOW(dFound, found);
  if (!dFound)
    return;
  const number none = (number)__builtin_nan("");
  for (size j = 0; dA && *dFound != 0 && j < n; j++)
    for (size i = 0; i < rows; i++)
      dA[j * lead + i] += none;
  if (dOfMatrix && *dFound != 0)
    *dOfMatrix += none;
  *dFound = 0;
}

void NAME(estimate_forward_again)(ESTIMATE_TWICE) {
  dA = SHADOW(dA, a), dOfMatrix = SHADOW(dOfMatrix, ofMatrix), dFound = SHADOW(dFound, found);
  int varies = dOfMatrix && *dOfMatrix != 0;
  for (size j = 0; dA && j < n; j++)
    for (size i = 0; i < rows; i++)
      varies |= dA[j * lead + i] != 0;
  if (dFound)
    *dFound = varies ? (number)__builtin_nan("") : 0;
}

void NAME(estimate_forward)(ESTIMATE_TWICE) {
  NAME(estimate)(kind, norm, triangle, diagonal, n, below, above, rows, a, lead, pivots, ofMatrix,
                 found, info);
  NAME(estimate_forward_again)(kind, norm, triangle, diagonal, n, below, above, rows, a, dA, lead,
                               pivots, dPivots, ofMatrix, dOfMatrix, found, dFound, info, dInfo);
}

#undef ESTIMATE_TWICE

/* The library works in these. */
static inline void NAME(workIn)(size n, number *work, void *integers) {
  __builtin_memset(work, 0, 3 * n * sizeof(number));
  for (size i = 0; i < n; i++)
    setPivot(integers, i, 0);
}

void NAME(gecon)(char norm, size n, const number *a, size lead, const number *ofMatrix,
                 number *found, number *work, void *integers, size *info) {
  NAME(workIn)(n, work, integers);
  NAME(estimate)('g', norm, 'U', 'N', n, 0, 0, n, a, lead, 0, ofMatrix, found, info);
}

void NAME(pocon)(char triangle, size n, const number *a, size lead, const number *ofMatrix,
                 number *found, number *work, void *integers, size *info) {
  NAME(workIn)(n, work, integers);
  NAME(estimate)('p', 'O', triangle, 'N', n, 0, 0, n, a, lead, 0, ofMatrix, found, info);
}

void NAME(trcon)(char norm, char triangle, char diagonal, size n, const number *a, size lead,
                 number *found, number *work, void *integers, size *info) {
  number none = 0;
  NAME(workIn)(n, work, integers);
  NAME(estimate)('t', norm, triangle, diagonal, n, 0, 0, n, a, lead, 0, &none, found, info);
}

void NAME(gbcon)(char norm, size n, size below, size above, const number *a, size lead,
                 const void *pivots, const number *ofMatrix, number *found, number *work,
                 void *integers, size *info) {
  NAME(workIn)(n, work, integers);
  NAME(estimate)('b', norm, 'U', 'N', n, below, above, 2 * below + above + 1, a, lead, pivots,
                 ofMatrix, found, info);
}

/* The shortest of the vectors that fit best, of a matrix that may have any rank: x = V U' b / s,
   without the values that are nothing beside the largest. Below x lies a vector whose length is
   what is left of b. */
void NAME(gelsd)(size m, size n, size columns, number *a, size aLead, number *b, size bLead,
                 number *values, const number *bound, void *rank, number *work, size workSize,
                 void *integers, size *info) {
  size k = lesser(m, n), found = 0;
  writeInteger(integers, 0);
  writeInteger(rank, 0);
  if (NAME(isAnswered)(12 * k * (k + 64) + 66 * (m + n + columns) + 8192, work, workSize, info) ||
      k <= 0)
    return;
  number *u = malloc(m * k * sizeof(number)), *vt = malloc(k * n * sizeof(number));
  NAME(thin)(divideAndConquer, m, n, a, aLead, values, u, vt, info);
  for (size j = 0; j < n; j++)
    for (size i = 0; i < m; i++)
      a[j * aLead + i] = 0;
  while (found < k && values[found] > (*bound < 0 ? EPSILON : *bound) * values[0])
    found++;
  writeInteger(rank, found);
  number *inside = malloc(k * sizeof(number));
  for (size c = 0; c < columns; c++) {
    number left = 0;
    for (size l = 0; l < k; l++) {
      inside[l] = 0;
      for (size i = 0; i < m; i++)
        inside[l] += u[l * m + i] * b[c * bLead + i];
    }
    for (size i = 0; m > n && i < m; i++) {
      number rest = b[c * bLead + i];
      for (size l = 0; l < k; l++)
        rest -= u[l * m + i] * inside[l];
      left = rest != 0 ? HYPOT(left, rest) : left;
    }
    for (size i = 0; i < n; i++) {
      b[c * bLead + i] = 0;
      for (size l = 0; l < found; l++)
        b[c * bLead + i] += vt[i * k + l] * inside[l] / values[l];
    }
    for (size i = n; i < m; i++)
      b[c * bLead + i] = i == n ? left : 0;
  }
  free(inside);
  free(vt);
  free(u);
}

/*===- Matrices.h - routines of one matrix and vectors, in one precision --------------===
 *
 * Matrices are stored by columns; of one that is stored by rows the transpose is. A beta of
 * zero writes the result without reading what was there.
 *===-------------------------------------------------------------------------------===*/

static inline char flipped(char transposed) { return transposed == 'N' ? 'T' : 'N'; }

static inline void NAME(scaleVector)(size n, number beta, number *y, size step) {
  y += NAME(start)(n, step);
  if (beta == 0)
    for (size i = 0; i < n; i++)
      y[i * step] = 0;
  else
    for (size i = 0; i < n; i++)
      y[i * step] *= beta;
}

/*--- any matrix ----------------------------------------------------------------------------*/

/* y += alpha A x; in column j are rows j - above to j + below. */
static inline void NAME(addByColumns)(size m, size n, size below, size above, number alpha,
                                      const number *a, size lead, const number *x, size xStep,
                                      number *y, size yStep) {
  for (size j = 0; j < n; j++) {
    size first = j > above ? j - above : 0, end = j + below + 1 < m ? j + below + 1 : m;
    number factor = alpha * x[j * xStep];
    for (size i = first; i < end; i++)
      y[i * yStep] += factor * a[j * lead + i];
  }
}

/* y += alpha A' x */
static inline void NAME(addByRows)(size m, size n, size below, size above, number alpha,
                                   const number *a, size lead, const number *x, size xStep,
                                   number *y, size yStep) {
#pragma clang fp reassociate(on)
  for (size j = 0; j < n; j++) {
    size first = j > above ? j - above : 0, end = j + below + 1 < m ? j + below + 1 : m;
    number sum = 0;
    for (size i = first; i < end; i++)
      sum += a[j * lead + i] * x[i * xStep];
    y[j * yStep] += alpha * sum;
  }
}

static inline void NAME(anyTimesVector)(char transposed, size m, size n, size below, size above,
                                        const number *alpha, const number *a, size lead,
                                        const number *x, size xStep, const number *beta, number *y,
                                        size yStep) {
  if (m == 0 || n == 0)
    return;
  size columns = transposed == 'N' ? n : m, rows = transposed == 'N' ? m : n;
  NAME(scaleVector)(rows, *beta, y, yStep);
  x += NAME(start)(columns, xStep), y += NAME(start)(rows, yStep);
  if (transposed == 'N') {
    if (yStep == 1)
      NAME(addByColumns)(m, n, below, above, *alpha, a, lead, x, xStep, y, 1);
    else
      NAME(addByColumns)(m, n, below, above, *alpha, a, lead, x, xStep, y, yStep);
  } else {
    if (xStep == 1)
      NAME(addByRows)(m, n, below, above, *alpha, a, lead, x, 1, y, yStep);
    else
      NAME(addByRows)(m, n, below, above, *alpha, a, lead, x, xStep, y, yStep);
  }
}

void NAME(apply)(char flag, size m, size n, const number *alpha, const number *a, size lead,
                 const number *x, size xStep, number *y, size yStep);

static inline void NAME(wholeTimesVector)(char transposed, size m, size n, const number *alpha,
                                          const number *a, size lead, const number *x, size xStep,
                                          const number *beta, number *y, size yStep) {
  if (m == 0 || n == 0)
    return;
  NAME(scaleVector)(transposed == 'N' ? m : n, *beta, y, yStep);
  NAME(apply)(transposed, m, n, alpha, a, lead, x, xStep, y, yStep);
}

void NAME(gemv)(char order, char transposed, size m, size n, const number *alpha, const number *a,
                size lead, const number *x, size xStep, const number *beta, number *y, size yStep) {
  if (order == 'R')
    NAME(wholeTimesVector)(flipped(transposed), n, m, alpha, a, lead, x, xStep, beta, y, yStep);
  else
    NAME(wholeTimesVector)(transposed, m, n, alpha, a, lead, x, xStep, beta, y, yStep);
}

/* Row i of column j lies `above` behind where it were if the column began with row j. */
static inline void NAME(bandTimesVector)(char transposed, size m, size n, size below, size above,
                                         const number *alpha, const number *a, size lead,
                                         const number *x, size xStep, const number *beta, number *y,
                                         size yStep) {
  NAME(anyTimesVector)(transposed, m, n, below, above, alpha, a + above, lead - 1, x, xStep, beta,
                       y, yStep);
}

void NAME(gbmv)(char order, char transposed, size m, size n, size below, size above,
                const number *alpha, const number *a, size lead, const number *x, size xStep,
                const number *beta, number *y, size yStep) {
  if (order == 'R')
    NAME(bandTimesVector)(flipped(transposed), n, m, above, below, alpha, a, lead, x, xStep, beta,
                          y, yStep);
  else
    NAME(bandTimesVector)(transposed, m, n, below, above, alpha, a, lead, x, xStep, beta, y, yStep);
}

static inline void NAME(addOuter)(size m, size n, number alpha, const number *x, size xStep,
                                  const number *y, size yStep, number *a, size lead) {
  x += NAME(start)(m, xStep), y += NAME(start)(n, yStep);
  for (size j = 0; j < n; j++) {
    number factor = alpha * y[j * yStep];
    for (size i = 0; i < m; i++)
      a[j * lead + i] += x[i * xStep] * factor;
  }
}

void NAME(ger)(char order, size m, size n, const number *alpha, const number *x, size xStep,
               const number *y, size yStep, number *a, size lead) {
  if (order == 'R')
    NAME(addOuter)(n, m, *alpha, y, yStep, x, xStep, a, lead);
  else if (xStep == 1)
    NAME(addOuter)(m, n, *alpha, x, 1, y, yStep, a, lead);
  else
    NAME(addOuter)(m, n, *alpha, x, xStep, y, yStep, a, lead);
}

/*--- symmetric ones, of which one triangle is stored ------------------------------------------*/

static inline void NAME(addSymmetric)(struct triangle t, number alpha, const number *a,
                                      const number *x, size xStep, number *y, size yStep) {
  for (size j = 0; j < t.n; j++) {
    const number *column = a + columnAt(t, j);
    number here = x[j * xStep], factor = alpha * here, sum = column[j] * here;
    for (size i = firstRow(t, j); i < endRow(t, j); i++) {
      y[i * yStep] += factor * column[i];
      sum += column[i] * x[i * xStep];
    }
    y[j * yStep] += alpha * sum;
  }
}

static inline void NAME(symmetricTimesVector)(struct triangle t, const number *alpha,
                                              const number *a, const number *x, size xStep,
                                              const number *beta, number *y, size yStep) {
  NAME(scaleVector)(t.n, *beta, y, yStep);
  x += NAME(start)(t.n, xStep), y += NAME(start)(t.n, yStep);
  if (xStep == 1 && yStep == 1)
    NAME(addSymmetric)(t, *alpha, a, x, 1, y, 1);
  else
    NAME(addSymmetric)(t, *alpha, a, x, xStep, y, yStep);
}

void NAME(symv)(char order, char triangle, size n, const number *alpha, const number *a, size lead,
                const number *x, size xStep, const number *beta, number *y, size yStep) {
  NAME(symmetricTimesVector)(TRIANGLE(full, n, n, lead), alpha, a, x, xStep, beta, y, yStep);
}

void NAME(sbmv)(char order, char triangle, size n, size diagonals, const number *alpha,
                const number *a, size lead, const number *x, size xStep, const number *beta,
                number *y, size yStep) {
  NAME(symmetricTimesVector)(TRIANGLE(band, n, diagonals, lead), alpha, a, x, xStep, beta, y,
                             yStep);
}

void NAME(spmv)(char order, char triangle, size n, const number *alpha, const number *a,
                const number *x, size xStep, const number *beta, number *y, size yStep) {
  NAME(symmetricTimesVector)(TRIANGLE(packed, n, n, n), alpha, a, x, xStep, beta, y, yStep);
}

/* A += alpha x y' in the triangle, or alpha (x y' + y x'). */
static inline void NAME(addToSymmetric)(struct triangle t, number alpha, const number *x,
                                        size xStep, const number *y, size yStep, int isOfTwo,
                                        number *a) {
  x += NAME(start)(t.n, xStep), y += NAME(start)(t.n, yStep);
  for (size j = 0; j < t.n; j++) {
    number *column = a + columnAt(t, j), byX = alpha * y[j * yStep], byY = alpha * x[j * xStep];
    size first = t.isUpper ? firstRow(t, j) : j, end = t.isUpper ? j + 1 : endRow(t, j);
    for (size i = first; i < end; i++)
      column[i] += isOfTwo ? x[i * xStep] * byX + y[i * yStep] * byY : x[i * xStep] * byX;
  }
}

void NAME(syr)(char order, char triangle, size n, const number *alpha, const number *x, size xStep,
               number *a, size lead) {
  NAME(addToSymmetric)(TRIANGLE(full, n, n, lead), *alpha, x, xStep, x, xStep, 0, a);
}

void NAME(spr)(char order, char triangle, size n, const number *alpha, const number *x, size xStep,
               number *a) {
  NAME(addToSymmetric)(TRIANGLE(packed, n, n, n), *alpha, x, xStep, x, xStep, 0, a);
}

void NAME(syr2)(char order, char triangle, size n, const number *alpha, const number *x, size xStep,
                const number *y, size yStep, number *a, size lead) {
  NAME(addToSymmetric)(TRIANGLE(full, n, n, lead), *alpha, x, xStep, y, yStep, 1, a);
}

void NAME(spr2)(char order, char triangle, size n, const number *alpha, const number *x, size xStep,
                const number *y, size yStep, number *a) {
  NAME(addToSymmetric)(TRIANGLE(packed, n, n, n), *alpha, x, xStep, y, yStep, 1, a);
}

/*--- triangular ones -------------------------------------------------------------------*/

/* x = A x, from a copy: what is read is not overwritten, and a derivative keeps only it. */
static inline void NAME(triangleTimesVector)(struct triangle t, char transposed, char diagonal,
                                             const number *a, number *x, size step) {
  if (t.n == 0)
    return;
  number *before = malloc(t.n * sizeof(number));
  x += NAME(start)(t.n, step);
  for (size i = 0; i < t.n; i++) {
    before[i] = x[i * step];
    x[i * step] = 0;
  }
  for (size j = 0; j < t.n; j++) {
    const number *column = a + columnAt(t, j);
    number here = before[j], sum = diagonal == 'U' ? here : column[j] * here;
    if (transposed == 'N')
      for (size i = firstRow(t, j); i < endRow(t, j); i++)
        x[i * step] += column[i] * here;
    else
      for (size i = firstRow(t, j); i < endRow(t, j); i++)
        sum += column[i] * before[i];
    x[j * step] += sum;
  }
  free(before);
}

/* A x = b, where b was. */
static inline void NAME(solveTriangle)(struct triangle t, char transposed, char diagonal,
                                       const number *a, number *x, size step) {
  x += NAME(start)(t.n, step);
  int isBackward = t.isUpper == (transposed == 'N');
  for (size k = 0; k < t.n; k++) {
    size j = isBackward ? t.n - 1 - k : k;
    const number *column = a + columnAt(t, j);
    number here = x[j * step];
    if (transposed != 'N')
      for (size i = firstRow(t, j); i < endRow(t, j); i++)
        here -= column[i] * x[i * step];
    if (diagonal != 'U')
      here /= column[j];
    x[j * step] = here;
    if (transposed == 'N')
      for (size i = firstRow(t, j); i < endRow(t, j); i++)
        x[i * step] -= column[i] * here;
  }
}

#define BY_COLUMNS(TRANSPOSED) (order == 'R' ? flipped(TRANSPOSED) : TRANSPOSED)

#define TRIANGULAR(ROUTINE, WORK, LAYOUT, MORE, ARRAY, DIAGONALS, LEAD)                            \
  void NAME(ROUTINE)(char order, char triangle, char transposed, char diagonal, size n MORE,       \
                     const number *a ARRAY, number *x, size step) {                                \
    NAME(WORK)(TRIANGLE(LAYOUT, n, DIAGONALS, LEAD), BY_COLUMNS(transposed), diagonal, a, x,       \
               step);                                                                              \
  }
#define AND ,
TRIANGULAR(trmv, triangleTimesVector, full, , AND size lead, n, lead)
TRIANGULAR(trsv, solveTriangle, full, , AND size lead, n, lead)
TRIANGULAR(tbmv, triangleTimesVector, band, AND size diagonals, AND size lead, diagonals, lead)
TRIANGULAR(tbsv, solveTriangle, band, AND size diagonals, AND size lead, diagonals, lead)
TRIANGULAR(tpmv, triangleTimesVector, packed, , , n, n)
TRIANGULAR(tpsv, solveTriangle, packed, , , n, n)
#undef AND
#undef TRIANGULAR

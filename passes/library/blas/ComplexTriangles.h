/*===- ComplexTriangles.h - bands, packed triangles and updates of complex numbers, in one precision
 * ---===
 *
 * As those of reals (Matrices.h): loops. What is transposed may be conjugated, too; stored by rows,
 * it may be conjugated alone ('R'). Of a Hermitian matrix one triangle is stored, and its diagonal
 * is real, whatever lies there.
 *===-------------------------------------------------------------------------------===*/

static inline int isTransposed(char flag) { return flag == 'T' || flag == 'C'; }

static inline int isConjugated(char flag) { return flag == 'C' || flag == 'R'; }

static inline number NAME(conjugateIf)(int isConjugate, number x) { return isConjugate ? ~x : x; }

/* y = beta y; what was there is not read if beta is zero. */
static inline void NAME(scaleVector)(size n, number beta, number *y, size step) {
  y += NAME(start)(n, step);
  for (size i = 0; i < n; i++)
    y[i * step] = beta == 0 ? 0 : beta * y[i * step];
}

/*--- bands ------------------------------------------------------------------------------------*/

/* y += alpha op(A) x; in column j are rows j - above to j + below. */
static inline void NAME(addBand)(char flag, size m, size n, size below, size above, number alpha,
                                 const number *a, size lead, const number *x, size xStep, number *y,
                                 size yStep) {
  for (size j = 0; j < n; j++) {
    size first = j > above ? j - above : 0, end = j + below + 1 < m ? j + below + 1 : m;
    const number *column = a + j * lead + above - j;
    number sum = 0, factor = alpha * x[isTransposed(flag) ? 0 : j * xStep];
    for (size i = first; i < end; i++) {
      number here = NAME(conjugateIf)(isConjugated(flag), column[i]);
      if (isTransposed(flag))
        sum += here * x[i * xStep];
      else
        y[i * yStep] += factor * here;
    }
    if (isTransposed(flag))
      y[j * yStep] += alpha * sum;
  }
}

void NAME(gbmv)(char order, char flag, size m, size n, size below, size above, const number *alpha,
                const number *a, size lead, const number *x, size xStep, const number *beta,
                number *y, size yStep) {
  if (m == 0 || n == 0)
    return;
  size rows = flag == 'N' ? m : n, inner = flag == 'N' ? n : m;
  NAME(scaleVector)(rows, *beta, y, yStep);
  x += NAME(start)(inner, xStep), y += NAME(start)(rows, yStep);
  char byColumns = NAME(flagByColumns)(order, flag);
  if (order == 'R')
    NAME(addBand)(byColumns, n, m, above, below, *alpha, a, lead, x, xStep, y, yStep);
  else
    NAME(addBand)(byColumns, m, n, below, above, *alpha, a, lead, x, xStep, y, yStep);
}

/*--- Hermitian matrices -------------------------------------------------------------------------*/

/* y = beta y + alpha A x; by rows, what is stored are the conjugates. */
static inline void NAME(hermitianTimesVector)(char order, struct triangle t, const number *alpha,
                                              const number *a, const number *x, size xStep,
                                              const number *beta, number *y, size yStep) {
  NAME(scaleVector)(t.n, *beta, y, yStep);
  x += NAME(start)(t.n, xStep), y += NAME(start)(t.n, yStep);
  for (size j = 0; j < t.n; j++) {
    const number *column = a + columnAt(t, j);
    number here = x[j * xStep], factor = *alpha * here, sum = REAL(column[j]) * here;
    for (size i = firstRow(t, j); i < endRow(t, j); i++) {
      number stored = NAME(conjugateIf)(order == 'R', column[i]);
      y[i * yStep] += factor * stored;
      sum += ~stored * x[i * xStep];
    }
    y[j * yStep] += *alpha * sum;
  }
}

void NAME(hbmv)(char order, char triangle, size n, size diagonals, const number *alpha,
                const number *a, size lead, const number *x, size xStep, const number *beta,
                number *y, size yStep) {
  NAME(hermitianTimesVector)(order, TRIANGLE(band, n, diagonals, lead), alpha, a, x, xStep, beta, y,
                             yStep);
}

void NAME(hpmv)(char order, char triangle, size n, const number *alpha, const number *a,
                const number *x, size xStep, const number *beta, number *y, size yStep) {
  NAME(hermitianTimesVector)(order, TRIANGLE(packed, n, n, n), alpha, a, x, xStep, beta, y, yStep);
}

/* A += alpha x y^H in the triangle, or that and its conjugate transpose. */
static inline void NAME(addToHermitian)(char order, struct triangle t, number alpha,
                                        const number *x, size xStep, const number *y, size yStep,
                                        int isOfTwo, number *a) {
  x += NAME(start)(t.n, xStep), y += NAME(start)(t.n, yStep);
  for (size j = 0; j < t.n; j++) {
    number *column = a + columnAt(t, j), byX = alpha * ~y[j * yStep], byY = ~(alpha * x[j * xStep]);
    size first = t.isUpper ? firstRow(t, j) : j, end = t.isUpper ? j + 1 : endRow(t, j);
    for (size i = first; i < end; i++) {
      number added = isOfTwo ? x[i * xStep] * byX + y[i * yStep] * byY : x[i * xStep] * byX;
      if (i == j)
        column[i] = REAL(column[i]) + REAL(added);
      else
        column[i] += NAME(conjugateIf)(order == 'R', added);
    }
  }
}

void NAME(her)(char order, char triangle, size n, const part *alpha, const number *x, size xStep,
               number *a, size lead) {
  NAME(addToHermitian)(order, TRIANGLE(full, n, n, lead), *alpha, x, xStep, x, xStep, 0, a);
}

void NAME(hpr)(char order, char triangle, size n, const part *alpha, const number *x, size xStep,
               number *a) {
  NAME(addToHermitian)(order, TRIANGLE(packed, n, n, n), *alpha, x, xStep, x, xStep, 0, a);
}

void NAME(her2)(char order, char triangle, size n, const number *alpha, const number *x, size xStep,
                const number *y, size yStep, number *a, size lead) {
  NAME(addToHermitian)(order, TRIANGLE(full, n, n, lead), *alpha, x, xStep, y, yStep, 1, a);
}

void NAME(hpr2)(char order, char triangle, size n, const number *alpha, const number *x, size xStep,
                const number *y, size yStep, number *a) {
  NAME(addToHermitian)(order, TRIANGLE(packed, n, n, n), *alpha, x, xStep, y, yStep, 1, a);
}

/*--- triangular ones -------------------------------------------------------------------*/

/* x = op(A) x, from a copy: what is read is not overwritten, and a derivative keeps only it. */
static inline void NAME(triangleTimesVector)(struct triangle t, char flag, char diagonal,
                                             const number *a, number *x, size step) {
  if (t.n == 0)
    return;
  number *before = NAME(gathered)(t.n, x, step, 0);
  x += NAME(start)(t.n, step);
  for (size i = 0; i < t.n; i++)
    x[i * step] = 0;
  for (size j = 0; j < t.n; j++) {
    const number *column = a + columnAt(t, j);
    number here = before[j], sum = here;
    if (diagonal != 'U')
      sum *= NAME(conjugateIf)(isConjugated(flag), column[j]);
    for (size i = firstRow(t, j); i < endRow(t, j); i++) {
      number factor = NAME(conjugateIf)(isConjugated(flag), column[i]);
      if (isTransposed(flag))
        sum += factor * before[i];
      else
        x[i * step] += factor * here;
    }
    x[j * step] += sum;
  }
  free(before);
}

/* op(A) x = b, where b was. */
static inline void NAME(solveTriangle)(struct triangle t, char flag, char diagonal, const number *a,
                                       number *x, size step) {
  x += NAME(start)(t.n, step);
  int isBackward = t.isUpper != isTransposed(flag);
  for (size k = 0; k < t.n; k++) {
    size j = isBackward ? t.n - 1 - k : k;
    const number *column = a + columnAt(t, j);
    number here = x[j * step];
    for (size i = firstRow(t, j); isTransposed(flag) && i < endRow(t, j); i++)
      here -= NAME(conjugateIf)(isConjugated(flag), column[i]) * x[i * step];
    if (diagonal != 'U')
      here /= NAME(conjugateIf)(isConjugated(flag), column[j]);
    x[j * step] = here;
    for (size i = firstRow(t, j); !isTransposed(flag) && i < endRow(t, j); i++)
      x[i * step] -= NAME(conjugateIf)(isConjugated(flag), column[i]) * here;
  }
}

#define TRIANGULAR(ROUTINE, WORK, LAYOUT, MORE, ARRAY, DIAGONALS, LEAD)                            \
  void NAME(ROUTINE)(char order, char triangle, char flag, char diagonal, size n MORE,             \
                     const number *a ARRAY, number *x, size step) {                                \
    NAME(WORK)(TRIANGLE(LAYOUT, n, DIAGONALS, LEAD), NAME(flagByColumns)(order, flag), diagonal,   \
               a, x, step);                                                                        \
  }
#define AND ,
TRIANGULAR(tbmv, triangleTimesVector, band, AND size diagonals, AND size lead, diagonals, lead)
TRIANGULAR(tbsv, solveTriangle, band, AND size diagonals, AND size lead, diagonals, lead)
TRIANGULAR(tpmv, triangleTimesVector, packed, , , n, n)
TRIANGULAR(tpsv, solveTriangle, packed, , , n, n)
#undef AND
#undef TRIANGULAR

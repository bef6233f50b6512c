/*===- BlasMatrices.h - products of matrices on devices, in one precision ------------------===
 *
 * C = alpha op(A) op(B) + beta C, of one matrix or of several that lie equally far apart. All else
 * is made of it: a vector whose numbers are `step` apart is a row whose leading dimension is
 * `step`.
 *
 *   A' += alpha C' op(B)^T, as A lies       alpha' += <C', op(A) op(B)>
 *   B' += alpha op(A)^T C', as B lies       beta'  += <C', C before>        C' *= beta, at last
 *===-------------------------------------------------------------------------------===*/

int ROUTINE(gemm)(void *handle, int aFlag, int bFlag, int m, int n, int k, const number *alpha,
                  const number *a, int aLead, const number *b, int bLead, const number *beta,
                  number *c, int cLead);
int NEW_ROUTINE(gemmStridedBatched)(void *handle, int aFlag, int bFlag, int m, int n, int k,
                                    const number *alpha, const number *a, int aLead, size aStride,
                                    const number *b, int bLead, size bStride, const number *beta,
                                    number *c, int cLead, size cStride, int count);
int ROUTINE(axpy)(void *handle, int n, const number *alpha, const number *x, int xStep, number *y,
                  int yStep);
int ROUTINE(copy)(void *handle, int n, const number *x, int xStep, number *y, int yStep);
int ROUTINE(dot)(void *handle, int n, const number *x, int xStep, const number *y, int yStep,
                 number *result);

/*--- numbers that lie on the host or on the device -------------------------------------------*/

static number NAME(readNumber)(const number *place) {
  number value = 0;
  enzyme_gpu_check(API(Memcpy)(&value, place, sizeof value, anyDirection), noProduct, "");
  return value;
}
static void NAME(writeNumber)(number *place, number value) {
  enzyme_gpu_check(API(Memcpy)(place, &value, sizeof value, anyDirection), noProduct, "");
}
static void NAME(addNumber)(number *place, number summand) {
  NAME(writeNumber)(place, NAME(readNumber)(place) + summand);
}

/*--- matrices, one behind the other -----------------------------------------------------------*/

struct NAME(matrices) {
  number *at, *shadow; /* null: constant */
  int lead;
  size stride;
};

/* A matrix as lines of numbers equally far apart: one if it can be, else its columns. */
struct NAME(lines) {
  int count, length;
};
static struct NAME(lines) NAME(linesOf)(int rows, int columns, int lead, int otherLead) {
  struct NAME(lines) column = {columns, rows}, row = {1, columns}, whole = {1, rows * columns};
  return rows == 1 ? row : lead == rows && otherLead == rows ? whole : column;
}

/* A copy without gaps. */
static number *NAME(copied)(void *handle, int rows, int columns, const struct NAME(matrices) * from,
                            int count) {
  size each = (size)rows * columns;
  number *made = keptRoom(each * count * sizeof(number));
  struct NAME(lines) lines = NAME(linesOf)(rows, columns, from->lead, rows);
  for (int i = 0; i < count; i++)
    for (int line = 0; line < lines.count; line++)
      enzyme_gpu_check(
          ROUTINE(copy)(handle, lines.length, from->at + i * from->stride + (size)line * from->lead,
                        rows == 1 ? from->lead : 1, made + i * each + (size)line * rows, 1),
          noProduct, "");
  return made;
}

/* <x', y> */
static number NAME(inner)(void *handle, int rows, int columns, const struct NAME(matrices) * x,
                          const struct NAME(matrices) * y, int count) {
  number sum = 0;
  struct NAME(lines) lines = NAME(linesOf)(rows, columns, x->lead, y->lead);
  for (int i = 0; i < count; i++)
    for (int line = 0; line < lines.count; line++) {
      number part = 0;
      enzyme_gpu_check(
          ROUTINE(dot)(handle, lines.length, x->shadow + i * x->stride + (size)line * x->lead,
                       rows == 1 ? x->lead : 1, y->at + i * y->stride + (size)line * y->lead,
                       rows == 1 ? y->lead : 1, &part),
          noProduct, "");
      sum += part;
    }
  return sum;
}

/* C = alpha op(A) op(B) + beta C. Where several add to one matrix they do so one after the other.
 */
static void NAME(multiply)(void *handle, int aFlag, int bFlag, int m, int n, int k, number alpha,
                           const number *a, const struct NAME(matrices) * ofA, const number *b,
                           const struct NAME(matrices) * ofB, number beta, number *c,
                           const struct NAME(matrices) * ofC, int count) {
  if (count > 1 && ofC->stride >= (size)ofC->lead * n) {
    enzyme_gpu_check(NEW_ROUTINE(gemmStridedBatched)(
                         handle, aFlag, bFlag, m, n, k, &alpha, a, ofA->lead, ofA->stride, b,
                         ofB->lead, ofB->stride, &beta, c, ofC->lead, ofC->stride, count),
                     noProduct, "");
    return;
  }
  for (int i = 0; i < count; i++)
    enzyme_gpu_check(ROUTINE(gemm)(handle, aFlag, bFlag, m, n, k, &alpha, a + i * ofA->stride,
                                   ofA->lead, b + i * ofB->stride, ofB->lead, &beta,
                                   c + i * ofC->stride, ofC->lead),
                     noProduct, "");
}

/* X *= factor; an empty product is added. Numbers that are none become zero by zero. */
static void NAME(scaleAll)(void *handle, int rows, int columns, number factor, number *x,
                           const struct NAME(matrices) * ofX, int count) {
  if (factor != 1)
    NAME(multiply)(handle, notTransposed, notTransposed, rows, columns, 0, 0, x, ofX, x, ofX,
                   factor, x, ofX, count);
}

/*--- the product -------------------------------------------------------------------------------*/

struct NAME(terms) {
  void *handle;
  int aFlag, bFlag, m, n, k, count;
  const number *alpha, *beta; /* null: one */
  number *dAlpha, *dBeta;
  struct NAME(matrices) a, b, c;
};
struct NAME(kept) {
  number alpha, beta;
  number *a, *b, *c; /* copies, if there are any */
};

static void NAME(dropConstants)(struct NAME(terms) * of) {
  of->dAlpha = hasShadow(of->alpha, of->dAlpha) ? of->dAlpha : 0;
  of->dBeta = hasShadow(of->beta, of->dBeta) ? of->dBeta : 0;
  of->a.shadow = hasShadow(of->a.at, of->a.shadow) ? of->a.shadow : 0;
  of->b.shadow = hasShadow(of->b.at, of->b.shadow) ? of->b.shadow : 0;
  of->c.shadow = hasShadow(of->c.at, of->c.shadow) ? of->c.shadow : 0;
}
static int NAME(rowsOfA)(const struct NAME(terms) * of) {
  return of->aFlag == notTransposed ? of->m : of->k;
}
static int NAME(columnsOfA)(const struct NAME(terms) * of) {
  return of->aFlag == notTransposed ? of->k : of->m;
}
static int NAME(rowsOfB)(const struct NAME(terms) * of) {
  return of->bFlag == notTransposed ? of->k : of->n;
}
static int NAME(columnsOfB)(const struct NAME(terms) * of) {
  return of->bFlag == notTransposed ? of->n : of->k;
}

/* Before the product. */
static void *NAME(keep)(const struct NAME(terms) * given, int areCopied) {
  struct NAME(terms) of = *given;
  NAME(dropConstants)(&of);
  if (!of.c.shadow)
    return 0;
  struct NAME(kept) *kept = enzyme_rt_alloc(sizeof *kept);
  int mode = beginThere(of.handle);
  struct NAME(kept) made = {of.alpha ? NAME(readNumber)(of.alpha) : 1,
                            of.beta ? NAME(readNumber)(of.beta) : 1, 0, 0, 0};
  if (areCopied && (of.b.shadow || of.dAlpha))
    made.a = NAME(copied)(of.handle, NAME(rowsOfA)(&of), NAME(columnsOfA)(&of), &of.a, of.count);
  if (areCopied && (of.a.shadow || of.dAlpha))
    made.b = NAME(copied)(of.handle, NAME(rowsOfB)(&of), NAME(columnsOfB)(&of), &of.b, of.count);
  if (of.dBeta)
    made.c = NAME(copied)(of.handle, of.m, of.n, &of.c, of.count);
  *kept = made;
  endThere(of.handle, mode);
  return kept;
}

/* Where a factor is read. */
static void NAME(readCopy)(struct NAME(matrices) * factor, number *copy, int rows, int columns) {
  if (copy)
    factor->at = copy, factor->lead = rows, factor->stride = (size)rows * columns;
}

static void NAME(pullFactors)(const struct NAME(terms) * of, const struct NAME(matrices) * a,
                              const struct NAME(matrices) * b, number alpha) {
  void *handle = of->handle;
  int m = of->m, n = of->n, k = of->k, count = of->count, aFlag = of->aFlag, bFlag = of->bFlag;
  const struct NAME(matrices) *c = &of->c;
  if (of->a.shadow && aFlag == notTransposed)
    NAME(multiply)(handle, notTransposed, flipped(bFlag), m, k, n, alpha, c->shadow, c, b->at, b, 1,
                   of->a.shadow, &of->a, count);
  else if (of->a.shadow)
    NAME(multiply)(handle, bFlag, transposed, k, m, n, alpha, b->at, b, c->shadow, c, 1,
                   of->a.shadow, &of->a, count);
  if (of->b.shadow && bFlag == notTransposed)
    NAME(multiply)(handle, flipped(aFlag), notTransposed, k, n, m, alpha, a->at, a, c->shadow, c, 1,
                   of->b.shadow, &of->b, count);
  else if (of->b.shadow)
    NAME(multiply)(handle, transposed, aFlag, n, k, m, alpha, c->shadow, c, a->at, a, 1,
                   of->b.shadow, &of->b, count);
}

static void NAME(pullAlpha)(const struct NAME(terms) * of, const struct NAME(matrices) * a,
                            const struct NAME(matrices) * b) {
  size each = (size)of->m * of->n;
  struct NAME(matrices) whole = {room(each * of->count * sizeof(number)), 0, of->m, each};
  NAME(multiply)(of->handle, of->aFlag, of->bFlag, of->m, of->n, of->k, 1, a->at, a, b->at, b, 0,
                 whole.at, &whole, of->count);
  NAME(addNumber)(of->dAlpha, NAME(inner)(of->handle, of->m, of->n, &of->c, &whole, of->count));
  API(Free)(whole.at);
}

static void NAME(pullProduct)(const struct NAME(terms) * given, const struct NAME(kept) * kept) {
  struct NAME(terms) of = *given;
  if (!kept)
    return;
  NAME(dropConstants)(&of);
  int mode = beginBack(of.handle);
  struct NAME(matrices) a = of.a, b = of.b;
  NAME(readCopy)(&a, kept->a, NAME(rowsOfA)(&of), NAME(columnsOfA)(&of));
  NAME(readCopy)(&b, kept->b, NAME(rowsOfB)(&of), NAME(columnsOfB)(&of));
  NAME(pullFactors)(&of, &a, &b, kept->alpha);
  if (of.dAlpha)
    NAME(pullAlpha)(&of, &a, &b);
  if (of.dBeta) {
    struct NAME(matrices) before = {kept->c, 0, of.m, (size)of.m * of.n};
    NAME(addNumber)(of.dBeta, NAME(inner)(of.handle, of.m, of.n, &of.c, &before, of.count));
  }
  NAME(scaleAll)(of.handle, of.m, of.n, kept->beta, of.c.shadow, &of.c, of.count);
  endBack(of.handle, mode);
}

/* C' += C dBeta, line by line. What is there need not be numbers if nothing takes it. */
static void NAME(addBefore)(const struct NAME(terms) * of, number factor) {
  if (factor == 0)
    return;
  const struct NAME(matrices) *c = &of->c;
  struct NAME(lines) lines = NAME(linesOf)(of->m, of->n, c->lead, c->lead);
  for (int i = 0; i < of->count; i++)
    for (int line = 0; line < lines.count; line++) {
      size at = i * c->stride + (size)line * c->lead;
      int step = of->m == 1 ? c->lead : 1;
      enzyme_gpu_check(
          ROUTINE(axpy)(of->handle, lines.length, &factor, c->at + at, step, c->shadow + at, step),
          noProduct, "");
    }
}

/* Before the product. */
static void NAME(pushProduct)(const struct NAME(terms) * given) {
  struct NAME(terms) of = *given;
  NAME(dropConstants)(&of);
  if (!of.c.shadow)
    return;
  int mode = beginThere(of.handle);
  number alpha = of.alpha ? NAME(readNumber)(of.alpha) : 1;
  NAME(scaleAll)(of.handle, of.m, of.n, of.beta ? NAME(readNumber)(of.beta) : 1, of.c.shadow, &of.c,
                 of.count);
  if (of.a.shadow)
    NAME(multiply)(of.handle, of.aFlag, of.bFlag, of.m, of.n, of.k, alpha, of.a.shadow, &of.a,
                   of.b.at, &of.b, 1, of.c.shadow, &of.c, of.count);
  if (of.b.shadow)
    NAME(multiply)(of.handle, of.aFlag, of.bFlag, of.m, of.n, of.k, alpha, of.a.at, &of.a,
                   of.b.shadow, &of.b, 1, of.c.shadow, &of.c, of.count);
  if (of.dAlpha)
    NAME(multiply)(of.handle, of.aFlag, of.bFlag, of.m, of.n, of.k, NAME(readNumber)(of.dAlpha),
                   of.a.at, &of.a, of.b.at, &of.b, 1, of.c.shadow, &of.c, of.count);
  if (of.dBeta)
    NAME(addBefore)(&of, NAME(readNumber)(of.dBeta));
  endThere(of.handle, mode);
}
static void NAME(pushProductAgain)(const struct NAME(terms) * given) {
  struct NAME(terms) of = *given;
  NAME(dropConstants)(&of);
  notAgain(of.dBeta); // what was there is gone
  NAME(pushProduct)(&of);
}

/*--- the routines: TERMS says which product a routine is ----------------------------------------*/

#define KEEP(AREKEPT) NAME(keep)(TERMS, AREKEPT)
#define PUSH NAME(pushProduct)(TERMS)
#define PUSH_AGAIN NAME(pushProductAgain)(TERMS)

#define TERMS                                                                                      \
  (&(struct NAME(terms)){handle,                                                                   \
                         aFlag,                                                                    \
                         bFlag,                                                                    \
                         m,                                                                        \
                         n,                                                                        \
                         k,                                                                        \
                         count,                                                                    \
                         alpha,                                                                    \
                         beta,                                                                     \
                         dAlpha,                                                                   \
                         dBeta,                                                                    \
                         {(number *)a, dA, aLead, aStride},                                        \
                         {(number *)b, dB, bLead, bStride},                                        \
                         {c, dC, cLead, cStride}})
#define TWICE                                                                                      \
  void *handle, void *handleShadow, int aFlag, int bFlag, int m, int n, int k,                     \
      const number *alpha, number *dAlpha, const number *a, number *dA, int aLead, size aStride,   \
      const number *b, number *dB, int bLead, size bStride, const number *beta, number *dBeta,     \
      number *c, number *dC, int cLead, size cStride, int count
#define ONCE                                                                                       \
  void *handle, int aFlag, int bFlag, int m, int n, int k, const number *alpha, const number *a,   \
      int aLead, size aStride, const number *b, int bLead, size bStride, const number *beta,       \
      number *c, int cLead, size cStride, int count
#define GIVEN                                                                                      \
  (handle, aFlag, bFlag, m, n, k, alpha, a, aLead, aStride, b, bLead, bStride, beta, c, cLead,     \
   cStride, count)

int NAMED_STEP(product, )(ONCE) {
  size aRow = aFlag == notTransposed ? 1 : aLead, aInner = aFlag == notTransposed ? aLead : 1;
  size bInner = bFlag == notTransposed ? 1 : bLead, bColumn = bFlag == notTransposed ? bLead : 1;
  for (int of = 0; of < count; of++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++) {
        number *to = c + of * cStride + (size)j * cLead + i, sum = 0;
        for (int l = 0; l < k; l++)
          sum +=
              a[of * aStride + i * aRow + l * aInner] * b[of * bStride + l * bInner + j * bColumn];
        *to = *alpha * sum + (*beta == 0 ? 0 : *beta * *to);
      }
  return enzyme_gpu_result();
}
int NAMED_STEP(product, _plain)(ONCE) { return NEW_ROUTINE(gemmStridedBatched) GIVEN; }
ROUTINE_WITH_RULES(product)
void NAMED_STEP(product, _reverse)(TWICE, struct NAME(kept) * kept) {
  NAME(pullProduct)(TERMS, kept);
}
int NEW_ROUTINE_BODY(gemmStridedBatched)(ONCE) {
  aFlag = aFlag == notTransposed ? notTransposed : transposed;
  bFlag = bFlag == notTransposed ? notTransposed : transposed;
  return NAMED_STEP(product, ) GIVEN;
}
#undef TERMS
#undef TWICE
#undef ONCE
#undef GIVEN

/* One product. */
#define TERMS                                                                                      \
  (&(struct NAME(terms)){handle,                                                                   \
                         aFlag,                                                                    \
                         bFlag,                                                                    \
                         m,                                                                        \
                         n,                                                                        \
                         k,                                                                        \
                         1,                                                                        \
                         alpha,                                                                    \
                         beta,                                                                     \
                         dAlpha,                                                                   \
                         dBeta,                                                                    \
                         {(number *)a, dA, aLead, 0},                                              \
                         {(number *)b, dB, bLead, 0},                                              \
                         {c, dC, cLead, 0}})
#define TWICE                                                                                      \
  void *handle, void *handleShadow, int aFlag, int bFlag, int m, int n, int k,                     \
      const number *alpha, number *dAlpha, const number *a, number *dA, int aLead,                 \
      const number *b, number *dB, int bLead, const number *beta, number *dBeta, number *c,        \
      number *dC, int cLead
#define ONCE                                                                                       \
  void *handle, int aFlag, int bFlag, int m, int n, int k, const number *alpha, const number *a,   \
      int aLead, const number *b, int bLead, const number *beta, number *c, int cLead
#define GIVEN (handle, aFlag, bFlag, m, n, k, alpha, a, aLead, b, bLead, beta, c, cLead)
int NAMED_STEP(multiply, )(ONCE) {
  size aRow = aFlag == notTransposed ? 1 : aLead, aInner = aFlag == notTransposed ? aLead : 1;
  size bInner = bFlag == notTransposed ? 1 : bLead, bColumn = bFlag == notTransposed ? bLead : 1;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      number *to = c + (size)j * cLead + i, sum = 0;
      for (int l = 0; l < k; l++)
        sum += a[i * aRow + l * aInner] * b[l * bInner + j * bColumn];
      *to = *alpha * sum + (*beta == 0 ? 0 : *beta * *to);
    }
  return enzyme_gpu_result();
}
int NAMED_STEP(multiply, _plain)(ONCE) { return ROUTINE(gemm) GIVEN; }
ROUTINE_WITH_RULES(multiply)
void NAMED_STEP(multiply, _reverse)(TWICE, struct NAME(kept) * kept) {
  NAME(pullProduct)(TERMS, kept);
}
int ROUTINE_BODY(gemm)(ONCE) {
  aFlag = aFlag == notTransposed ? notTransposed : transposed;
  bFlag = bFlag == notTransposed ? notTransposed : transposed;
  return NAMED_STEP(multiply, ) GIVEN;
}
#undef TERMS
#undef TWICE
#undef ONCE
#undef GIVEN

static inline int NAME(isForwards)(int xStep, int yStep) {
  enzyme_gpu_check(xStep <= 0 || yStep <= 0,
                   "a vector of a routine of BLAS is taken backwards by a matrix", "");
  return 1;
}

/* y = alpha op(A) x + beta y, lying: a row times op(A) transposed. */
#define TERMS                                                                                      \
  (&(struct NAME(terms)){handle,                                                                   \
                         notTransposed,                                                            \
                         flipped(flag),                                                            \
                         NAME(isForwards)(xStep, yStep),                                           \
                         flag == notTransposed ? m : n,                                            \
                         flag == notTransposed ? n : m,                                            \
                         1,                                                                        \
                         alpha,                                                                    \
                         beta,                                                                     \
                         dAlpha,                                                                   \
                         dBeta,                                                                    \
                         {(number *)x, dX, xStep, 0},                                              \
                         {(number *)a, dA, lead, 0},                                               \
                         {y, dY, yStep, 0}})
#define TWICE                                                                                      \
  void *handle, void *handleShadow, int flag, int m, int n, const number *alpha, number *dAlpha,   \
      const number *a, number *dA, int lead, const number *x, number *dX, int xStep,               \
      const number *beta, number *dBeta, number *y, number *dY, int yStep
#define ONCE                                                                                       \
  void *handle, int flag, int m, int n, const number *alpha, const number *a, int lead,            \
      const number *x, int xStep, const number *beta, number *y, int yStep
#define GIVEN (handle, flag, m, n, alpha, a, lead, x, xStep, beta, y, yStep)
int ROUTINE(gemv)(ONCE);
int NAMED_STEP(apply, )(ONCE) {
  int rows = flag == notTransposed ? m : n, inner = flag == notTransposed ? n : m;
  size down = flag == notTransposed ? 1 : lead, along = flag == notTransposed ? lead : 1;
  for (int i = 0; i < rows; i++) {
    number *to = y + (long)i * yStep, sum = 0;
    for (int l = 0; l < inner; l++)
      sum += a[i * down + l * along] * x[(long)l * xStep];
    *to = *alpha * sum + (*beta == 0 ? 0 : *beta * *to);
  }
  return enzyme_gpu_result();
}
int NAMED_STEP(apply, _plain)(ONCE) { return ROUTINE(gemv) GIVEN; }
ROUTINE_WITH_RULES(apply)
void NAMED_STEP(apply, _reverse)(TWICE, struct NAME(kept) * kept) {
  NAME(pullProduct)(TERMS, kept);
}
int ROUTINE_BODY(gemv)(ONCE) {
  flag = flag == notTransposed ? notTransposed : transposed;
  return NAMED_STEP(apply, ) GIVEN;
}
#undef TERMS
#undef TWICE
#undef ONCE
#undef GIVEN

/* A += alpha x y^T: two rows, the first of which is turned. */
#define TERMS                                                                                      \
  (&(struct NAME(terms)){handle,                                                                   \
                         transposed,                                                               \
                         notTransposed,                                                            \
                         m,                                                                        \
                         n,                                                                        \
                         NAME(isForwards)(xStep, yStep),                                           \
                         1,                                                                        \
                         alpha,                                                                    \
                         0,                                                                        \
                         dAlpha,                                                                   \
                         0,                                                                        \
                         {(number *)x, dX, xStep, 0},                                              \
                         {(number *)y, dY, yStep, 0},                                              \
                         {a, dA, lead, 0}})
#define TWICE                                                                                      \
  void *handle, void *handleShadow, int m, int n, const number *alpha, number *dAlpha,             \
      const number *x, number *dX, int xStep, const number *y, number *dY, int yStep, number *a,   \
      number *dA, int lead
#define ONCE                                                                                       \
  void *handle, int m, int n, const number *alpha, const number *x, int xStep, const number *y,    \
      int yStep, number *a, int lead
#define GIVEN (handle, m, n, alpha, x, xStep, y, yStep, a, lead)
int ROUTINE(ger)(ONCE);
int NAMED_STEP(update, )(ONCE) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      a[(size)j * lead + i] += *alpha * x[(long)i * xStep] * y[(long)j * yStep];
  return enzyme_gpu_result();
}
int NAMED_STEP(update, _plain)(ONCE) { return ROUTINE(ger) GIVEN; }
ROUTINE_WITH_RULES(update)
void NAMED_STEP(update, _reverse)(TWICE, struct NAME(kept) * kept) {
  NAME(pullProduct)(TERMS, kept);
}
int ROUTINE_BODY(ger)(ONCE) { return NAMED_STEP(update, ) GIVEN; }
#undef TERMS
#undef TWICE
#undef ONCE
#undef GIVEN
#undef KEEP
#undef PUSH
#undef PUSH_AGAIN

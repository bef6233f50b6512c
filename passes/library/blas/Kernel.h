/*===- Kernel.h - products and solutions as they run where no library is called --------===
 *
 * C += alpha A B: some rows of four or two columns of C, a tile, stay in registers while all
 * products of them are summed; numbers of a column are the lanes of vectors, of eight, four and
 * two since small matrices leave little to wider ones. A last column by itself takes four columns
 * of A at once. Blocks of A stay in the cache while all columns of C pass. A by rows is turned
 * round first. Solutions are such sums, of columns that are known. All sums have one order. None of
 * this is ever differentiated.
 *===-------------------------------------------------------------------------------===*/

#ifndef ENZYME_BLAS_KERNEL_H /* what does not depend on the precision */
#define ENZYME_BLAS_KERNEL_H

/* Do the registers hold eight rows of four columns? Known when this is read (Blas.cpp). */
int enzyme_blas_holdsWideTiles(void);

#endif

enum { NAME(blockRows) = 256, NAME(blockTerms) = 128, NAME(roomOnStack) = 256 };

typedef number NAME(eight)
    __attribute__((vector_size(8 * sizeof(number)), aligned(__alignof__(number)), may_alias));
typedef number NAME(four)
    __attribute__((vector_size(4 * sizeof(number)), aligned(__alignof__(number)), may_alias));
typedef number NAME(two)
    __attribute__((vector_size(2 * sizeof(number)), aligned(__alignof__(number)), may_alias));

/* One block of A with columns of B and of C; b[l * inner + j * column]. */
#define BLOCK                                                                                      \
  size m, size k, number alpha, const number *a, size aLead, const number *b, size inner,          \
      size column, number *c, size cLead

#define ADD_TILE(LANES, COUNT, COLUMNS)                                                            \
  for (; i + COUNT <= m; i += COUNT) {                                                             \
    LANES sums[COLUMNS];                                                                           \
    for (int t = 0; t < COLUMNS; t++)                                                              \
      sums[t] = *(const LANES *)(a + i) * b[t * column];                                           \
    for (size l = 1; l < k; l++)                                                                   \
      for (int t = 0; t < COLUMNS; t++)                                                            \
        sums[t] += *(const LANES *)(a + l * aLead + i) * b[l * inner + t * column];                \
    for (int t = 0; t < COLUMNS; t++)                                                              \
      *(LANES *)(c + t * cLead + i) += alpha * sums[t];                                            \
  }

#define ADD_TILES(COLUMNS)                                                                         \
  ADD_TILE(NAME(eight), 8, COLUMNS)                                                                \
  ADD_TILE(NAME(four), 4, COLUMNS)                                                                 \
  ADD_TILE(NAME(two), 2, COLUMNS)                                                                  \
  ADD_TILE(number, 1, COLUMNS)

static inline void NAME(addToFour)(BLOCK) {
  size i = 0;
  ADD_TILES(4)
}

static inline void NAME(addToTwo)(BLOCK) {
  size i = 0;
  ADD_TILES(2)
}

#define ADD_FOUR(LANES, COUNT)                                                                     \
  for (; i + COUNT <= m; i += COUNT) {                                                             \
    LANES sum = *(LANES *)(c + i);                                                                 \
    for (int t = 0; t < 4; t++)                                                                    \
      sum += f[t] * *(const LANES *)(a + t * lead + i);                                            \
    *(LANES *)(c + i) = sum;                                                                       \
  }

#define ADD_ONE(LANES, COUNT)                                                                      \
  for (; i + COUNT <= m; i += COUNT)                                                               \
    *(LANES *)(c + i) += f * *(const LANES *)(a + i);

#define DIVIDE(LANES, COUNT)                                                                       \
  for (; i + COUNT <= m; i += COUNT)                                                               \
    *(LANES *)(c + i) /= divisor;

#define BY_LANES(ADD) ADD(NAME(eight), 8) ADD(NAME(four), 4) ADD(number, 1)

static inline void NAME(addFour)(size m, const number *a, size lead, const number *f, number *c) {
  size i = 0;
  BY_LANES(ADD_FOUR)
}

static inline void NAME(addOne)(size m, const number *a, number f, number *c) {
  size i = 0;
  BY_LANES(ADD_ONE)
}

static inline void NAME(divideColumn)(size m, number divisor, number *c) {
  size i = 0;
  BY_LANES(DIVIDE)
}

#undef BY_LANES
#undef ADD_TILE
#undef ADD_TILES
#undef ADD_FOUR
#undef ADD_ONE
#undef DIVIDE

/* The only column, or the last. */
static inline void NAME(addToOne)(BLOCK) {
  size l = 0;
  for (; l + 4 <= k; l += 4) {
    number f[4];
    for (int t = 0; t < 4; t++)
      f[t] = alpha * b[(l + t) * inner];
    NAME(addFour)(m, a + l * aLead, aLead, f, c);
  }
  for (; l < k; l++)
    NAME(addOne)(m, a + l * aLead, alpha * b[l * inner], c);
}

#undef BLOCK

/* One block of A with all of B's columns; b[l * inner + j * column]. */
static inline void NAME(addBlock)(size m, size n, size k, number alpha, const number *a, size aLead,
                                  const number *b, size inner, size column, number *c, size cLead) {
  size j = 0;
  if (k == 0)
    return;
  for (; enzyme_blas_holdsWideTiles() && j + 4 <= n; j += 4)
    NAME(addToFour)(m, k, alpha, a, aLead, b + j * column, inner, column, c + j * cLead, cLead);
  for (; j + 2 <= n; j += 2)
    NAME(addToTwo)(m, k, alpha, a, aLead, b + j * column, inner, column, c + j * cLead, cLead);
  if (j < n)
    NAME(addToOne)(m, k, alpha, a, aLead, b + j * column, inner, column, c + j * cLead, cLead);
}

static inline size NAME(upTo)(size block, size left) { return left < block ? left : block; }

static inline void NAME(addProduct)(char aFlag, char bFlag, size m, size n, size k,
                                    const number *alpha, const number *a, size aLead,
                                    const number *b, size bLead, number *c, size cLead) {
  number onStack[NAME(roomOnStack)], *room = 0;
  if (aFlag != 'N') {
    number *turned = m * k <= NAME(roomOnStack) ? onStack : (room = malloc(m * k * sizeof(number)));
    for (size i = 0; i < m; i++)
      for (size l = 0; l < k; l++)
        turned[l * m + i] = a[i * aLead + l];
    a = turned, aLead = m;
  }
  size inner = bFlag == 'N' ? 1 : bLead, column = bFlag == 'N' ? bLead : 1;
  for (size i = 0; i < m; i += NAME(blockRows))
    for (size l = 0; l < k; l += NAME(blockTerms))
      NAME(addBlock)(NAME(upTo)(NAME(blockRows), m - i), n, NAME(upTo)(NAME(blockTerms), k - l),
                     *alpha, a + l * aLead + i, aLead, b + l * inner, inner, column, c + i, cLead);
  if (room)
    free(room);
}

void NAME(product_own)(char aFlag, char bFlag, size m, size n, size k, const number *alpha,
                       const number *a, size aLead, const number *b, size bLead, number *c,
                       size cLead) {
  NAME(addProduct)(aFlag, bFlag, m, n, k, alpha, a, aLead, b, bLead, c, cLead);
}

/* In an order of its own, but always the same. */
static inline number NAME(dotOfLanes)(size n, const number *x, const number *y) {
  NAME(four) sums = {0, 0, 0, 0}, others = {0, 0, 0, 0};
  size i = 0;
  for (; i + 8 <= n; i += 8) {
    sums += *(const NAME(four) *)(x + i) * *(const NAME(four) *)(y + i);
    others += *(const NAME(four) *)(x + i + 4) * *(const NAME(four) *)(y + i + 4);
  }
  sums += others;
  number sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

static inline void NAME(addApplied)(char flag, size m, size n, const number *alpha, const number *a,
                                    size lead, const number *x, size xStep, number *y, size yStep) {
  size ofX = flag == 'N' ? n : m, ofY = flag == 'N' ? m : n;
  size side = flag == 'N' ? ofY : ofX; // of the vector that lies as A's columns do
  number onStack[NAME(roomOnStack)], *room = 0, *line = onStack;
  x += NAME(start)(ofX, xStep), y += NAME(start)(ofY, yStep);
  int isApart = (flag == 'N' ? yStep : xStep) != 1;
  if (isApart && side > NAME(roomOnStack))
    line = room = malloc(side * sizeof(number));
  for (size i = 0; isApart && i < side; i++)
    line[i] = flag == 'N' ? 0 : x[i * xStep];
  if (flag == 'N') {
    NAME(addBlock)(m, 1, n, *alpha, a, lead, x, xStep, 0, isApart ? line : y, 0);
    for (size i = 0; isApart && i < m; i++)
      y[i * yStep] += line[i];
  } else {
    const number *column = isApart ? line : x;
    for (size j = 0; j < n; j++)
      y[j * yStep] += *alpha * NAME(dotOfLanes)(m, a + j * lead, column);
  }
  if (room)
    free(room);
}

void NAME(apply_own)(char flag, size m, size n, const number *alpha, const number *a, size lead,
                     const number *x, size xStep, number *y, size yStep) {
  NAME(addApplied)(flag, m, n, alpha, a, lead, x, xStep, y, yStep);
}

/* X A = B of some rows: a column of X from those before it, or behind it. */
static inline void NAME(divideRows)(int isUpper, char flag, char diagonal, size m, size n,
                                    const number *a, size lead, number *b, size bLead) {
  size inner = flag == 'N' ? 1 : lead, column = flag == 'N' ? lead : 1;
  int isForwards = isUpper == (flag == 'N');
  for (size step = 0; step < n; step++) {
    size j = isForwards ? step : n - 1 - step, first = isForwards ? 0 : j + 1;
    NAME(addBlock)(m, 1, step, -1, b + first * bLead, bLead, a + first * inner + j * column, inner,
                   0, b + j * bLead, 0);
    if (diagonal != 'U')
      NAME(divideColumn)(m, a[j * lead + j], b + j * bLead);
  }
}

/* A x = b */
static inline void NAME(divideVector)(int isUpper, char flag, char diagonal, size n,
                                      const number *a, size lead, number *x) {
  int isForwards = isUpper != (flag == 'N');
  for (size step = 0; step < n; step++) {
    size j = isForwards ? step : n - 1 - step, done = isForwards ? 0 : j + 1;
    if (flag != 'N')
      x[j] -= NAME(dotOfLanes)(step, a + j * lead + done, x + done);
    if (diagonal != 'U')
      x[j] /= a[j * lead + j];
    size left = n - 1 - step, first = isForwards ? j + 1 : 0;
    if (flag == 'N')
      NAME(addOne)(left, a + j * lead + first, -x[j], x + first);
  }
}

void NAME(solve_own)(char side, char triangle, char flag, char diagonal, size m, size n,
                     const number *a, size aLead, number *b, size bLead) {
  if (side == 'L' && n == 1) {
    NAME(divideVector)(triangle == 'U', flag, diagonal, m, a, aLead, b);
    return;
  }
  number onStack[NAME(roomOnStack)], *room = 0, *rows = b;
  size count = m, order = n, lead = bLead;
  if (side == 'L') { // the transposed equation
    rows = m * n <= NAME(roomOnStack) ? onStack : (room = malloc(m * n * sizeof(number)));
    for (size j = 0; j < n; j++)
      for (size i = 0; i < m; i++)
        rows[i * n + j] = b[j * bLead + i];
    count = n, order = m, lead = n, flag = flipped(flag);
  }
  for (size i = 0; i < count; i += NAME(blockRows))
    NAME(divideRows)(triangle == 'U', flag, diagonal, NAME(upTo)(NAME(blockRows), count - i), order,
                     a, aLead, rows + i, lead);
  for (size j = 0; side == 'L' && j < n; j++)
    for (size i = 0; i < m; i++)
      b[j * bLead + i] = rows[i * n + j];
  if (room)
    free(room);
}

//===- factors_by_blocks.h - factors of matrices that are larger than the blocks they are taken by ---===//
#ifndef ENZYME_TEST_FACTORS_BY_BLOCKS_H
#define ENZYME_TEST_FACTORS_BY_BLOCKS_H
/// Of a matrix three blocks and a part of one, and more rows (columns) than that.
enum { parts = PARTS, order = 103, more = 40, stored = order + more, all = parts * stored * stored, given = 6 };
static const int ofMatrix = order, leading = stored, larger = order + more, right = 2;
#define GIVEN 0.4, -0.5, 1.2, 0.9, 1.25, -1.5

/// Each row's largest number is not on the diagonal: rows change places.
static inline void spread(const real *x, real *a) {
  for (int j = 0; j < stored; j++)
    for (int i = 0; i < parts * stored; i++)
      a[j * parts * stored + i] = x[(i * 7 + j * 3 + i * j % 5) % given] / (real)(1 + (i * 13 + j * 29) % 17);
  for (int j = 0; j < stored; j++)
    a[parts * (j * stored + (j * 5 + 3) % order)] += 4 * parts;
}

static inline void definite(const real *x, real *a) {
  for (int i = 0; i < all; i++)
    a[i] = x[(i * 7 + i / stored) % given] / (real)(8 + i % 13);
  for (int j = 0; j < stored; j++)
    a[parts * (j * stored + j)] = 20 + x[j % given] * x[1];
}

static inline void take(const real *from, int count, int which, real *y) {
  for (int i = 0; i < count; i++)
    y[(i + which) % resultsOfEach] += from[i] * (real)((i * 11 + which) % 7 + 1) / 64;
}

static inline real *made(int count) { return calloc((size_t)count, sizeof(real)); }
#endif

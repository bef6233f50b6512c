//===- complex.h - the routines of LAPACK for complex numbers, which are pairs of reals here ---===//
#ifndef ENZYME_TEST_COMPLEX_LAPACK_H
#define ENZYME_TEST_COMPLEX_LAPACK_H
#ifdef SINGLE
#define Z(NAME) c##NAME##_
#else
#define Z(NAME) z##NAME##_
#endif
#include "lapack.h"

void Z(potrf)(flag, num, real *, num, int *);
void Z(potrs)(flag, num, num, in, num, real *, num, int *);
void Z(posv)(flag, num, num, real *, num, real *, num, int *);
void Z(potri)(flag, num, real *, num, int *);
void Z(getrf)(num, num, real *, num, int *, int *);
void Z(getrs)(flag, num, num, in, num, const int *, real *, num, int *);
void Z(gesv)(num, num, real *, num, int *, real *, num, int *);
void Z(getri)(num, real *, num, const int *, real *, num, int *);
void Z(trtrs)(flag, flag, flag, num, num, in, num, real *, num, int *);
void Z(trtri)(flag, flag, num, real *, num, int *);
void Z(heev)(flag, flag, num, real *, num, real *, real *, num, real *, int *);
void Z(heevd)(flag, flag, num, real *, num, real *, real *, num, real *, num, int *, num, int *);
void Z(geqrf)(num, num, real *, num, real *, real *, num, int *);
void Z(gelqf)(num, num, real *, num, real *, real *, num, int *);
void Z(ungqr)(num, num, num, real *, num, in, real *, num, int *);
void Z(unglq)(num, num, num, real *, num, in, real *, num, int *);
void Z(unmqr)(flag, flag, num, num, num, in, num, in, real *, num, real *, num, int *);
void Z(unmlq)(flag, flag, num, num, num, in, num, in, real *, num, real *, num, int *);
void Z(gels)(flag, num, num, num, real *, num, real *, num, real *, num, int *);

/// Reals of a matrix, of its right sides, of both; and of some memory to work in.
enum { pairs = 2 * elements, pairsOfSides = 2 * columns * lead, allPairs = pairs + pairsOfSides, enough = 10000 };
static const int room = enough / 2, question = -1;

/// A number of three to four for each number and for each place.
#define PAIRS                                                                                      \
  0.4, 0.3, -0.5, 0.2, 2.0, -0.6, 9, 1, 1.25, -0.7, -2.5, 0.9, 0.3, 1.1, 9, 2, -0.9, 0.1, 1.6,     \
      -0.4, 0.8, 0.5, 9, 3
#define PAIRS_OF_SIDES -1.2, 0.6, 0.45, -0.9, -0.35, 0.7, 9, 1, 1.9, 0.2, 0.65, -1.1, 0.7, 0.4, 9, 2

/// Hermitian and positive definite; in the triangle that is not read, and in the imaginary parts of the diagonal,
/// are other numbers.
static inline void hermitian(const real *x, int isUpper, real *a) {
  FOR(j, n) FOR(i, lead) FOR(p, 2)
    a[2 * (j * lead + i) + p] = (i <= j) == isUpper || i == j ? x[2 * (j * lead + i) + p] / 2 : 77;
  FOR(i, n) a[2 * (i * lead + i)] = 4 + x[2 * (i * lead + i)] * x[i];
}
#endif

//===- lapack.h - the routines of LAPACK that these programs call, and matrices for them ------===//
#ifndef ENZYME_TEST_LAPACK_H
#define ENZYME_TEST_LAPACK_H
#include "../blas/blas.h"

void F(potrf)(flag, num, real *, num, int *);
void F(potrs)(flag, num, num, in, num, real *, num, int *);
void F(posv)(flag, num, num, real *, num, real *, num, int *);
void F(getrf)(num, num, real *, num, int *, int *);
void F(getrs)(flag, num, num, in, num, const int *, real *, num, int *);
void F(gesv)(num, num, real *, num, int *, real *, num, int *);
void F(trtrs)(flag, flag, flag, num, num, in, num, real *, num, int *);
void F(potri)(flag, num, real *, num, int *);
void F(getri)(num, real *, num, const int *, real *, num, int *);
void F(trtri)(flag, flag, num, real *, num, int *);
void F(syev)(flag, flag, num, real *, num, real *, real *, num, int *);
void F(syevd)(flag, flag, num, real *, num, real *, real *, num, int *, num, int *);
void F(gesvd)(flag, flag, num, num, real *, num, real *, real *, num, real *, num, real *, num, int *);
void F(gesdd)(flag, num, num, real *, num, real *, real *, num, real *, num, real *, num, int *, int *);
void F(gelsd)(num, num, num, real *, num, real *, num, real *, in, int *, real *, num, int *, int *);
real F(lange)(flag, num, num, in, num, real *);
real F(lansy)(flag, flag, num, in, num, real *);
real F(langb)(flag, num, num, num, in, num, real *);
void F(gecon)(flag, num, in, num, in, real *, real *, int *, int *);
void F(pocon)(flag, num, in, num, in, real *, real *, int *, int *);
void F(trcon)(flag, flag, flag, num, in, num, real *, real *, int *, int *);
void F(geqrf)(num, num, real *, num, real *, real *, num, int *);
void F(gelqf)(num, num, real *, num, real *, real *, num, int *);
void F(orgqr)(num, num, num, real *, num, in, real *, num, int *);
void F(orglq)(num, num, num, real *, num, in, real *, num, int *);
void F(ormqr)(flag, flag, num, num, num, in, num, in, real *, num, real *, num, int *);
void F(ormlq)(flag, flag, num, num, num, in, num, in, real *, num, real *, num, int *);
void F(pbtrf)(flag, num, num, real *, num, int *);
void F(pbtrs)(flag, num, num, num, in, num, real *, num, int *);
void F(pbsv)(flag, num, num, num, real *, num, real *, num, int *);
void F(gbtrf)(num, num, num, num, real *, num, int *, int *);
void F(gbtrs)(flag, num, num, num, num, in, num, const int *, real *, num, int *);
void F(gbsv)(num, num, num, num, real *, num, int *, real *, num, int *);
void F(gtsv)(num, num, real *, real *, real *, real *, num, int *);
void F(pttrf)(num, real *, real *, int *);
void F(pttrs)(num, num, in, in, real *, num, int *);
void F(ptsv)(num, num, real *, real *, real *, num, int *);
void F(gels)(flag, num, num, num, real *, num, real *, num, real *, num, int *);

enum { n = 3, lead = 4, elements = n * lead, columns = 2, numbers = elements + columns * lead };
static const int size = n, ld = lead, sides = columns, none = 0;
static const char *const triangles[] = {"U", "l"};
#define FOR(I, END) for (int I = 0; I < END; I++)
/// The first column has its largest number last: rows change places.
#define MATRIX 0.4, -0.5, 2.0, 9, 1.25, -2.5, 0.3, 9, -0.9, 1.6, 0.8, 9
#define SIDES -1.2, 0.45, -0.35, 9, 1.9, 0.65, 0.7, 9

/// Positive definite, in both triangles, but other numbers in the one that is not read.
static inline void positive(const real *x, int isUpper, real *a) {
  FOR(j, n) FOR(i, lead) a[j * lead + i] = (i <= j) == isUpper || i == j ? x[j * lead + i] / 2 : 77;
  FOR(i, n) a[i * lead + i] = 4 + x[i * lead + i] * x[i];
}
static inline void copy(const real *from, int count, real *to) {
  FOR(i, count) to[i] = from[i];
}
static inline void must(int isTrue) {
  if (!isTrue)
    abort();
}
#endif

//===- blas.h - the routines of BLAS that these programs call, and how to go through flags ---===//
#ifndef ENZYME_TEST_BLAS_H
#define ENZYME_TEST_BLAS_H
#ifdef SINGLE
#define F(NAME) s##NAME##_
#define INDEX(NAME) is##NAME##_
#define C(NAME) cblas_s##NAME
#define CHECK_REAL float
#define CHECK_TOLERANCE 2e-2
#define CHECK_EXACTNESS 2e-4
#define CHECK_STEP 0.05
#else
#define F(NAME) d##NAME##_
#define INDEX(NAME) id##NAME##_
#define C(NAME) cblas_d##NAME
#endif
#define CHECK_ROUNDED // loops of ours beside the library's
#include "check.h"

typedef const real *in;
typedef const int *num;
typedef const char *flag;

real F(dot)(num, in, num, in, num);
real F(nrm2)(num, in, num);
real F(asum)(num, in, num);
int INDEX(amax)(num, in, num);
void F(axpy)(num, in, in, num, real *, num);
void F(scal)(num, in, real *, num);
void F(copy)(num, in, num, real *, num);
void F(swap)(num, real *, num, real *, num);
void F(rot)(num, real *, num, real *, num, in, in);
void F(rotg)(real *, real *, real *, real *);
void F(rotm)(num, real *, num, real *, num, in);
float sdsdot_(num, const float *, const float *, num, const float *, num);
double dsdot_(num, const float *, num, const float *, num);
void F(gemv)(flag, num, num, in, in, num, in, num, in, real *, num);
void F(gbmv)(flag, num, num, num, num, in, in, num, in, num, in, real *, num);
void F(symv)(flag, num, in, in, num, in, num, in, real *, num);
void F(sbmv)(flag, num, num, in, in, num, in, num, in, real *, num);
void F(spmv)(flag, num, in, in, in, num, in, real *, num);
void F(trmv)(flag, flag, flag, num, in, num, real *, num);
void F(trsv)(flag, flag, flag, num, in, num, real *, num);
void F(tbmv)(flag, flag, flag, num, num, in, num, real *, num);
void F(tbsv)(flag, flag, flag, num, num, in, num, real *, num);
void F(tpmv)(flag, flag, flag, num, in, real *, num);
void F(tpsv)(flag, flag, flag, num, in, real *, num);
void F(ger)(num, num, in, in, num, in, num, real *, num);
void F(syr)(flag, num, in, in, num, real *, num);
void F(spr)(flag, num, in, in, num, real *);
void F(syr2)(flag, num, in, in, num, in, num, real *, num);
void F(spr2)(flag, num, in, in, num, in, num, real *);
void F(gemm)(flag, flag, num, num, num, in, in, num, in, num, in, real *, num);
void F(symm)(flag, flag, num, num, in, in, num, in, num, in, real *, num);
void F(syrk)(flag, flag, num, num, in, in, num, in, real *, num);
void F(syr2k)(flag, flag, num, num, in, in, num, in, num, in, real *, num);
void F(trmm)(flag, flag, flag, flag, num, num, in, in, num, real *, num);
void F(trsm)(flag, flag, flag, flag, num, num, in, in, num, real *, num);

enum { byRows = 101, byColumns, asIs = 111, transposed, upper = 121, lower, general = 131, unit,
       onLeft = 141, onRight };
real C(dot)(int, in, int, in, int);
real C(nrm2)(int, in, int);
real C(asum)(int, in, int);
void C(axpy)(int, real, in, int, real *, int);
void C(scal)(int, real, real *, int);
void C(copy)(int, in, int, real *, int);
void C(swap)(int, real *, int, real *, int);
void C(rot)(int, real *, int, real *, int, real, real);
void C(rotm)(int, real *, int, real *, int, in);
float cblas_sdsdot(int, float, const float *, int, const float *, int);
double cblas_dsdot(int, const float *, int, const float *, int);
void C(gemv)(int, int, int, int, real, in, int, in, int, real, real *, int);
void C(gbmv)(int, int, int, int, int, int, real, in, int, in, int, real, real *, int);
void C(symv)(int, int, int, real, in, int, in, int, real, real *, int);
void C(sbmv)(int, int, int, int, real, in, int, in, int, real, real *, int);
void C(spmv)(int, int, int, real, in, in, int, real, real *, int);
void C(trmv)(int, int, int, int, int, in, int, real *, int);
void C(trsv)(int, int, int, int, int, in, int, real *, int);
void C(tbmv)(int, int, int, int, int, int, in, int, real *, int);
void C(tpsv)(int, int, int, int, int, in, real *, int);
void C(ger)(int, int, int, real, in, int, in, int, real *, int);
void C(syr)(int, int, int, real, in, int, real *, int);
void C(spr2)(int, int, int, real, in, int, in, int, real *);
void C(syr2)(int, int, int, real, in, int, in, int, real *, int);
void C(gemm)(int, int, int, int, int, int, real, in, int, in, int, real, real *, int);
void C(symm)(int, int, int, int, int, real, in, int, in, int, real, real *, int);
void C(syrk)(int, int, int, int, int, real, in, int, real, real *, int);
void C(syr2k)(int, int, int, int, int, real, in, int, in, int, real, real *, int);
void C(trmm)(int, int, int, int, int, int, int, real, in, int, real *, int);
void C(trsm)(int, int, int, int, int, int, int, real, in, int, real *, int);

/// Each program takes its operands from the numbers x, goes through the flags and adds
/// what it finds to the results y, with other weights each time.
enum { resultsOfEach = 4 };
static inline void put(real *y, const real *from, int n, int which) {
  for (int i = 0; i < n; i++)
    y[(i + which) % resultsOfEach] += from[i] * ((real)((i * 7 + which * 3) % 5 + 1) / 4);
}
static inline void zeroResults(real *y) {
  for (int i = 0; i < resultsOfEach; i++)
    y[i] = 0;
}
#endif

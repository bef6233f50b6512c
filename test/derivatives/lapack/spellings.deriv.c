// Integers of 64 bits, by their names or under plain ones, with pivots of that width; how often
// the library is called, which takes these functions: once where nothing varies.
// oracle: off, the library is called by other names than its own
// link: -lopenblas
#define CHECK_ROUNDED
#include "check.h"

void dgetrf_(const int *, const int *, double *, const int *, int *, int *);
void dgesv_(const int *, const int *, double *, const int *, int *, double *, const int *, int *);
void dpotrf_(const char *, const int *, double *, const int *, int *, size_t);
void dgetrs_(const char *, const int *, const int *, const double *, const int *, const int *, double *, const int *,
             int *, size_t);
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_dtrsm(int, int, int, int, int, int, int, double, const double *, int, double *, int);
void cblas_dtrmm(int, int, int, int, int, int, int, double, const double *, int, double *, int);

static int factorisations, solutions, others;
#define LIBRARY(NAME, FUNCTION) __asm__(".globl " #NAME "\n.set " #NAME ", " #FUNCTION "\n");
#define KEPT __attribute__((used, noinline)) static
typedef const long *num;
typedef const char *flag;

KEPT void factors64(num m, num n, double *a, num lead, long *pivots, long *info) {
  int rows = (int)*m, columns = (int)*n, ld = (int)*lead, narrow[8], failed;
  factorisations++;
  dgetrf_(&rows, &columns, a, &ld, narrow, &failed);
  for (int i = 0; i < rows && i < columns; i++)
    pivots[i] = narrow[i];
  *info = failed;
}
KEPT long factorsByValue(int order, long m, long n, double *a, long lead, long *pivots) {
  long info;
  factors64(&m, &n, a, &lead, pivots, &info);
  return order == 102 ? info : -1;
}
KEPT void equations64(num n, num sides, double *a, num lead, long *pivots, double *b, num bLead, long *info) {
  int size = (int)*n, columns = (int)*sides, ld = (int)*lead, bLd = (int)*bLead, narrow[8], failed;
  others++;
  dgesv_(&size, &columns, a, &ld, narrow, b, &bLd, &failed);
  pivots[0] = narrow[0], *info = failed;
}
KEPT void cholesky64(flag triangle, num n, double *a, num lead, long *info, size_t one) {
  int size = (int)*n, ld = (int)*lead, failed;
  factorisations++;
  dpotrf_(triangle, &size, a, &ld, &failed, one);
  *info = failed;
}
static int value(const char *letter, const char *of, int first) { return first + (*letter == of[1]); }
#define FLAGS 102, value(side, "LR", 141), value(triangle, "UL", 121), value(as, "NT", 111), value(diagonal, "NU", 131)
KEPT void solve64(flag side, flag triangle, flag as, flag diagonal, num m, num n, const double *alpha,
                  const double *a, num lead, double *b, num bLead) {
  solutions++;
  cblas_dtrsm(FLAGS, (int)*m, (int)*n, *alpha, a, (int)*lead, b, (int)*bLead);
}
KEPT void multiply64(flag side, flag triangle, flag as, flag diagonal, num m, num n, const double *alpha,
                     const double *a, num lead, double *b, num bLead) {
  others++;
  cblas_dtrmm(FLAGS, (int)*m, (int)*n, *alpha, a, (int)*lead, b, (int)*bLead);
}
KEPT void product64(flag s, flag t, num m, num n, num k, const double *alpha, const double *a, num lda, const double *b,
                    num ldb, const double *beta, double *c, num ldc) {
  others++;
  cblas_dgemm(102, value(s, "NT", 111), value(t, "NT", 111), (int)*m, (int)*n, (int)*k, *alpha, a, (int)*lda, b,
              (int)*ldb, *beta, c, (int)*ldc);
}
KEPT void solutions64(flag as, num n, num sides, const double *a, num lead, const long *pivots, double *b, num bLead,
                      long *info) {
  others++;
  int size = (int)*n, columns = (int)*sides, ld = (int)*lead, bLd = (int)*bLead, narrow[8], failed;
  for (int i = 0; i < size; i++)
    narrow[i] = (int)pivots[i];
  dgetrs_(as, &size, &columns, a, &ld, narrow, b, &bLd, &failed, 1);
  *info = failed;
}
#define BOTH(NAME, FUNCTION) LIBRARY(NAME##_64_, FUNCTION) LIBRARY(NAME, FUNCTION)
BOTH(dgetrf, factors64)
LIBRARY(LAPACKE_dgetrf_64, factorsByValue)
BOTH(dgesv, equations64)
BOTH(dpotrf, cholesky64)
BOTH(dtrsm, solve64)
BOTH(dtrmm, multiply64)
BOTH(dgetrs, solutions64)
BOTH(dgemm, product64)

void dgetrf_64_(num, num, double *, num, long *, long *), dgetrf(num, num, double *, num, long *, long *);
long LAPACKE_dgetrf_64(int, long, long, double *, long, long *);
void dgetrs_64_(flag, num, num, const double *, num, const long *, double *, num, long *, size_t);
int dgetrs(flag, num, num, const double *, num, const long *, double *, num, long *);
void dgesv_64_(num, num, double *, num, long *, double *, num, long *);
void dpotrf_64_(flag, num, double *, num, long *, size_t);

static void spelt(const double *x, double *y) {
  const long n = 3, one = 1;
  double a[9], b[3], c[9];
  long pivots[3], info = -1;
  memcpy(a, x, sizeof a), memcpy(b, x + 2, sizeof b), memcpy(c, x, sizeof c);
  dgetrf_64_(&n, &n, a, &n, pivots, &info);
  if (info != 0 || pivots[0] != 2)
    abort();
  dgetrs_64_("N", &n, &one, a, &n, pivots, b, &n, &info, 1);
  y[0] = b[0] * a[4] + b[1], y[1] = b[2];
  info = 0;
  dgetrf(&n, &n, c, &n, pivots, &info);
  dgetrs("T", &n, &one, c, &n, pivots, b, &n, &info);
  y[2] = b[0] - b[1] * b[2] + c[8];
  memcpy(c, x, sizeof c);
  if (info != 0 || LAPACKE_dgetrf_64(102, 3, 3, c, 3, pivots) != 0 || pivots[0] != 2)
    abort();
  y[2] += c[5] * c[7];
}
CHECK_VECTOR(spelt, 9, 3, 0.4, 1.5, -0.3, 1.1, 0.2, 0.9, -0.6, 0.7, 1.3);

#ifndef CHECK_PRIMAL_ONLY
static double solved(const double *matrix, const double *side) {
  const long n = 2, one = 1;
  double a[4], b[2];
  long pivots[2], info;
  memcpy(a, matrix, sizeof a), memcpy(b, side, sizeof b);
  dgesv_64_(&n, &one, a, &n, pivots, b, &n, &info);
  return b[0] * side[1] + (double)info;
}
static double root(const double *matrix) {
  const long n = 2;
  double a[4];
  long info;
  memcpy(a, matrix, sizeof a);
  dpotrf_64_("L", &n, a, &n, &info, 1);
  return a[3];
}
static const double fixed[4] = {2, 1, 1, 3};
static double left_alone(const double *x) {
  const double side[2] = {1, 2};
  return x[0] * solved(fixed, side);
}

#define EXPECT_CALLS(FACTORISATIONS, SOLUTIONS, OTHERS)                                             \
  EXPECT_CLOSE(factorisations, FACTORISATIONS, 0);                                                  \
  EXPECT_CLOSE(solutions, SOLUTIONS, 0);                                                            \
  EXPECT_CLOSE(others, OTHERS, 0);                                                                  \
  factorisations = solutions = others = 0

CHECK_VALUES(only_what_varies_costs_anything) {
  double a[4] = {2, 1, 1, 3}, da[4] = {0}, b[2] = {1, -1}, db[2] = {0};
  factorisations = solutions = others = 0;
  __enzyme_autodiff_checkv((void *)solved, enzyme_const, a, enzyme_dup, b, db);
  EXPECT_CALLS(1, 4, 0);
  __enzyme_autodiff_checkv((void *)left_alone, enzyme_dup, a, da);
  EXPECT_CALLS(1, 0, 1);
  __enzyme_autodiff_checkv((void *)root, enzyme_dup, a, da);
  EXPECT_CALLS(1, 0, 0); // loops go back through a small factor
}
#endif

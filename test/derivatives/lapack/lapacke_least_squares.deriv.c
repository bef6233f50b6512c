// LAPACKE's QR and LQ factors and least squares, stored by rows and by columns, with memory of its own to work in.
// only: -O2 asan
// oracle: off, the library is called by other names than its own
// link: -lopenblas
#include "lapack.h"

/// The library: LAPACK, and copies where something is stored by rows.
#define LIBRARY(NAME, FUNCTION) __asm__(".globl " #NAME "\n.set " #NAME ", " #FUNCTION "\n");
#define KEPT __attribute__((used, noinline)) static
enum { most = 4, many = most * most, space = 4300 };
typedef struct {
  real numbers[many];
} copied;
static const int high = most, room = space;
static int info;
static real work[space];
static copied turned(int rows, int all, const real *from, int fromLead) {
  copied to = {{0}};
  FOR(i, rows) FOR(j, all) to.numbers[j * most + i] = from[i * fromLead + j];
  return to;
}
static int back(int rows, int all, const copied *from, real *to, int toLead) {
  FOR(i, rows) FOR(j, all) to[i * toLead + j] = from->numbers[j * most + i];
  return info;
}
#define FACTORS(NAME)                                                                                                  \
  KEPT int NAME##ByValue(int order, int m, int k, real *a, int aLead, real *tau) {                                     \
    if (order == byColumns)                                                                                            \
      return F(NAME)(&m, &k, a, &aLead, tau, work, &room, &info), info;                                                \
    copied own = turned(m, k, a, aLead);                                                                               \
    F(NAME)(&m, &k, own.numbers, &high, tau, work, &room, &info);                                                      \
    return back(m, k, &own, a, aLead);                                                                                 \
  }                                                                                                                    \
  LIBRARY(LAPACKE_d##NAME, NAME##ByValue)                                                                              \
  int LAPACKE_d##NAME(int, int, int, double *, int, double *);
#define FACTOR(NAME)                                                                                                   \
  KEPT int NAME##ByValue(int order, int m, int k, int first, real *a, int aLead, const real *tau) {                    \
    if (order == byColumns)                                                                                            \
      return F(NAME)(&m, &k, &first, a, &aLead, tau, work, &room, &info), info;                                        \
    copied own = turned(m, k, a, aLead);                                                                               \
    F(NAME)(&m, &k, &first, own.numbers, &high, tau, work, &room, &info);                                              \
    return back(m, k, &own, a, aLead);                                                                                 \
  }                                                                                                                    \
  LIBRARY(LAPACKE_d##NAME, NAME##ByValue)                                                                              \
  int LAPACKE_d##NAME(int, int, int, int, double *, int, const double *);
#define APPLIED(NAME, ROWS, COLUMNS)                                                                                   \
  KEPT int NAME##ByValue(int order, char side, char as, int m, int k, int first, const real *a, int aLead,             \
                         const real *tau, real *c, int cLead) {                                                        \
    if (order == byColumns)                                                                                            \
      return F(NAME)(&side, &as, &m, &k, &first, a, &aLead, tau, c, &cLead, work, &room, &info), info;                 \
    int length = side == 'L' ? m : k;                                                                                  \
    copied own = turned(ROWS, COLUMNS, a, aLead), other = turned(m, k, c, cLead);                                      \
    F(NAME)(&side, &as, &m, &k, &first, own.numbers, &high, tau, other.numbers, &high, work, &room, &info);            \
    return back(m, k, &other, c, cLead);                                                                               \
  }                                                                                                                    \
  LIBRARY(LAPACKE_d##NAME, NAME##ByValue)                                                                              \
  int LAPACKE_d##NAME(int, char, char, int, int, int, const double *, int, const double *, double *, int);
FACTORS(geqrf)
FACTORS(gelqf)
FACTOR(orgqr)
FACTOR(orglq)
APPLIED(ormqr, length, first)
APPLIED(ormlq, first, length)
KEPT int least(int order, char as, int m, int k, int sides_, real *a, int aLead, real *b, int bLead) {
  if (order == byColumns)
    return F(gels)(&as, &m, &k, &sides_, a, &aLead, b, &bLead, work, &room, &info), info;
  copied own = turned(m, k, a, aLead), other = turned(m > k ? m : k, sides_, b, bLead);
  F(gels)(&as, &m, &k, &sides_, own.numbers, &high, other.numbers, &high, work, &room, &info);
  back(m, k, &own, a, aLead);
  return back(m > k ? m : k, sides_, &other, b, bLead);
}
LIBRARY(LAPACKE_dgels, least)
int LAPACKE_dgels(int, char, int, int, int, double *, int, double *, int);

#define NUMBERS 0.4, -0.5, 2.0, 0.25, 1.25, -2.5, 0.3, 0.7, -0.9, 1.6, 0.8, -0.6, 0.35, 1.1, -0.7, 1.4

static void reflections(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) FOR(s, 2) {
    real a[many], b[many], c[many], tau[most], tauOfLq[most];
    int order = o ? byColumns : byRows;
    copy(x, many, a), copy(x, many, b);
    FOR(i, many) c[i] = x[i] * x[many - 1 - i];
    must(LAPACKE_dgeqrf(order, 4, 3, a, most, tau) == 0);
    must(LAPACKE_dgelqf(order, 3, 4, b, most, tauOfLq) == 0);
    put(y, a, many, o), put(y, b, many, s), put(y, tau, 3, o), put(y, tauOfLq, 3, s);
    must(LAPACKE_dormqr(order, s ? 'L' : 'R', o ? 'N' : 'T', s ? 4 : 2, s ? 2 : 4, 3, a, most, tau, c, most) == 0);
    must(LAPACKE_dormlq(order, s ? 'R' : 'L', s ? 'T' : 'N', s ? 3 : 4, s ? 4 : 3, 3, b, most, tauOfLq, c, most) == 0);
    put(y, c, many, s + o);
    must(LAPACKE_dorgqr(order, 4, 4 - s, 3, a, most, tau) == 0);
    must(LAPACKE_dorglq(order, 4 - s, 4, 3, b, most, tauOfLq) == 0);
    put(y, a, many, s + o), put(y, b, many, 1);
  }
}
CHECK_VECTOR(reflections, many, resultsOfEach, NUMBERS);

static void solutions(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) FOR(t, 2) FOR(wide, 2) {
    real a[many], b[many];
    copy(x, many, a);
    FOR(i, many) b[i] = x[i] * x[many - 1 - i];
    must(LAPACKE_dgels(o ? byColumns : byRows, t ? 'T' : 'N', wide ? 3 : 4, wide ? 4 : 3, 2, a, most, b, most) == 0);
    put(y, b, many, o + t);
    put(y, a, many, wide);
  }
}
CHECK_VECTOR(solutions, many, resultsOfEach, NUMBERS);

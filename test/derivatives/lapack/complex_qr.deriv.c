// QR and LQ factors of complex matrices of any shape, with reflections and tau themselves as results; Q made, and applied
// from either side; least squares. R's diagonal is real, in the last row, too.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "complex.h"

enum { most = 4, stored = 5, many = 2 * most * stored };
static const int high = stored, two = 2, three = 3, four = most;
#define NUMBERS                                                                                    \
  0.4, 0.3, -0.5, 0.2, 2.0, -0.6, 0.25, 0.8, 9, 1, 1.25, -0.7, -2.5, 0.9, 0.3, 1.1, 0.7, -0.2, 9, 2, -0.9, \
      0.1, 1.6, -0.4, 0.8, 0.5, -0.6, 0.35, 9, 3, 0.35, -0.8, 1.1, 0.15, -0.7, 0.45, 1.4, -1.3, 9, 4
static const int rows[] = {4, 3, 4, 1, 4, 0, 2, 1}, all[] = {3, 4, 4, 4, 1, 3, 0, 1};

#define EITHER(LQ, QR, ...)                                                                        \
  if (isLq)                                                                                        \
    Z(LQ)(__VA_ARGS__);                                                                            \
  else                                                                                             \
    Z(QR)(__VA_ARGS__)

static void factors(const real *x, real *y) {
  zeroResults(y);
  FOR(isLq, 2) FOR(shape, 8) {
    real a[many], tau[2 * most], work[enough];
    int info = 7, least = rows[shape] < all[shape] ? rows[shape] : all[shape];
    copy(x, many, a);
    EITHER(gelqf, geqrf, &rows[shape], &all[shape], a, &high, tau, work, &room, &info);
    must(info == 0 && (shape != 2 || (tau[4] != 0 && tau[6] != 0)));
    FOR(i, least) must(a[2 * (i * stored + i) + 1] == 0);
    put(y, a, many, shape);
    put(y, tau, 2 * least, shape + 1);
    if (shape == 1)
      FOR(i, most) a[i] *= x[i], tau[i % 3] *= 2; // before the reverse sweep
    put(y, a, many, isLq);
  }
}
CHECK_VECTOR(factors, many, resultsOfEach, NUMBERS);

static void q(const real *x, real *y) {
  zeroResults(y);
  FOR(isLq, 2) FOR(columns_, 3) {
    real a[many], tau[2 * most], work[enough];
    int info = 7, count = 2 + columns_, first = columns_ == 0 ? 2 : columns_ == 1 ? 2 : 3;
    copy(x, many, a);
    if (isLq) {
      Z(gelqf)(&three, &four, a, &high, tau, work, &room, &info);
      Z(unglq)(&count, &four, &first, a, &high, tau, work, &room, &info);
    } else {
      Z(geqrf)(&four, &three, a, &high, tau, work, &room, &info);
      Z(ungqr)(&four, &count, &first, a, &high, tau, work, &room, &info);
    }
    must(info == 0);
    put(y, a, many, columns_);
    Z(ungqr)(&four, &none, &none, a, &high, tau, work, &room, &info);
    must(info == 0);
  }
}
CHECK_VECTOR(q, many, resultsOfEach, NUMBERS);

static void applied(const real *x, real *y) {
  static const flag sides_[] = {"L", "r"}, flags[] = {"n", "C"};
  real a[many], b[many], tau[2 * most], tauOfLq[2 * most], work[enough];
  int info = 7;
  zeroResults(y);
  copy(x, many, a), copy(x, many, b);
  Z(geqrf)(&four, &three, a, &high, tau, work, &room, &info);
  Z(gelqf)(&three, &four, b, &high, tauOfLq, work, &room, &info);
  FOR(s, 2) FOR(t, 2) FOR(isLq, 2) {
    real c[many], best[2];
    int m = s ? 2 : 4, k = s ? 4 : 2;
    FOR(i, many) c[i] = x[many - 1 - i] + x[i] * x[2];
    EITHER(unmlq, unmqr, sides_[s], flags[t], &m, &k, s == t ? &three : &two, isLq ? b : a, &high,
           isLq ? tauOfLq : tau, c, &high, best, &question, &info);
    int given = (int)best[0];
    must(info == 0 && given >= 2);
    real *own = (real *)malloc(2 * (size_t)given * sizeof(real));
    EITHER(unmlq, unmqr, sides_[s], flags[t], &m, &k, s == t ? &three : &two, isLq ? b : a, &high,
           isLq ? tauOfLq : tau, c, &high, own, &given, &info);
    free(own);
    must(info == 0);
    put(y, c, many, s + t);
  }
  FOR(i, many) a[i] = b[i] = 77;
  FOR(i, most) tau[i] = 0;
}
CHECK_VECTOR(applied, many, resultsOfEach, NUMBERS);

static void fitted(const real *x, real *y) {
  static const flag flags[] = {"N", "c"};
  zeroResults(y);
  FOR(t, 2) FOR(isWide, 2) {
    real a[many], b[many], work[enough];
    int info = 7, m = isWide ? 3 : 4, k = isWide ? 4 : 3;
    copy(x, many, a);
    FOR(i, many) b[i] = x[many - 1 - i] + x[i] * x[2];
    Z(gels)(flags[t], &m, &k, &two, a, &high, b, &high, work, &question, &info);
    must(info == 0 && work[0] <= enough / 2);
    Z(gels)(flags[t], &m, &k, &two, a, &high, b, &high, work, &room, &info);
    must(info == 0);
    put(y, b, many, t + isWide);
  }
}
CHECK_VECTOR(fitted, many, resultsOfEach, NUMBERS);

static const real fixed[many] = {NUMBERS};
static void one_is_constant(const real *x, real *y) {
  real a[many], c[2 * stored], tau[2 * most], work[enough];
  int info = 7, one = 1;
  zeroResults(y);
  copy(fixed, many, a), copy(x, 2 * stored, c);
  Z(geqrf)(&four, &three, a, &high, tau, work, &room, &info);
  Z(unmqr)("L", "C", &four, &one, &three, a, &high, tau, c, &high, work, &room, &info);
  put(y, c, 2 * most, 0);
  copy(x, many, a), copy(fixed, 2 * stored, c);
  Z(geqrf)(&four, &three, a, &high, tau, work, &room, &info);
  Z(unmqr)("L", "C", &four, &one, &three, a, &high, tau, c, &high, work, &room, &info);
  put(y, c, 2 * most, 1);
}
CHECK_VECTOR(one_is_constant, many, resultsOfEach, NUMBERS);

/// Of a real matrix the last number is left as it is. What is solved does not depend on that, nor do derivatives.
static void of_real_matrices(const real *x, real *y) {
  real a[8], b[4], work[enough];
  int info = 7, one = 1;
  FOR(i, 4) a[2 * i] = x[i] + (i == 0), a[2 * i + 1] = x[4] * 0;
  FOR(i, 4) b[i] = x[i];
  zeroResults(y);
  Z(gels)("N", &two, &two, &one, a, &two, b, &two, work, &room, &info);
  must(info == 0);
  put(y, b, 4, 0);
}
CHECK_VECTOR(of_real_matrices, 5, resultsOfEach, 0.4, -0.5, 2.0, 0.25, 1);

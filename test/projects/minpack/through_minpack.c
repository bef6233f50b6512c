/*===- through_minpack.c - what a user of MINPACK does with it, from C ------------------------===
 *
 * Roots and least squares, whose data are the numbers that derivatives are by, with the callbacks
 * in C; then the parts of which MINPACK makes them.
 *===----------------------------------------------------------------------------------------===*/
#include "../differences.h"

typedef void (*system_)(int *, double *, double *, int *);
typedef void (*systemj)(int *, double *, double *, double *, int *, int *);
typedef void (*fitf)(int *, int *, double *, double *, int *);
typedef void (*fitj)(int *, int *, double *, double *, double *, int *, int *);
void hybrd1_(system_, int *n, double *x, double *f, double *tol, int *info, double *wa, int *lwa);
void hybrj1_(systemj, int *n, double *x, double *f, double *j, int *ld, double *tol, int *info,
             double *wa, int *lwa);
void lmdif1_(fitf, int *m, int *n, double *x, double *f, double *tol, int *info, int *iwa,
             double *wa, int *lwa);
void lmder1_(fitj, int *m, int *n, double *x, double *f, double *j, int *ld, double *tol, int *info,
             int *ipvt, double *wa, int *lwa);
void lmstr1_(fitj, int *m, int *n, double *x, double *f, double *j, int *ld, double *tol, int *info,
             int *ipvt, double *wa, int *lwa);
void qrfac_(int *m, int *n, double *a, int *lda, int *isPivoted, int *ipvt, int *lipvt,
            double *rdiag, double *acnorm, double *wa);
void qrsolv_(int *n, double *r, int *ldr, int *ipvt, double *diag, double *qtb, double *x,
             double *sdiag, double *wa);
double enorm_(int *n, double *x);
void dogleg_(int *n, double *r, int *lr, double *diag, double *qtb, double *delta, double *x,
             double *wa1, double *wa2);
void lmpar_(int *n, double *r, int *ldr, int *ipvt, double *diag, double *qtb, double *delta,
            double *par, double *x, double *sdiag, double *wa1, double *wa2);
void r1updt_(int *m, int *n, double *s, int *ls, double *u, double *v, double *w, int *sing);
void rwupdt_(int *n, double *r, int *ldr, double *w, double *b, double *alpha, double *c,
             double *s);
void qform_(int *m, int *n, double *q, int *ldq, double *wa);
void fdjac2_(fitf, int *m, int *n, double *x, double *f, double *j, int *ld, int *iflag,
             double *eps, double *wa);
static double p[3];
static void equations(int *n, double *x, double *f, int *flag) {
  f[0] = x[0] * x[0] + x[1] - p[0];
  f[1] = x[0] - x[1] * x[1] * p[1] + p[2];
}
static void equationsj(int *n, double *x, double *f, double *j, int *ld, int *flag) {
  if (*flag == 1)
    equations(n, x, f, flag);
  else {
    j[0] = 2 * x[0];
    j[1] = 1;
    j[*ld] = 1;
    j[*ld + 1] = -2 * x[1] * p[1];
  }
}
static double ydata(int i) { return p[0] * exp(-p[1] * i * 0.4) + 0.05 * p[2] * i; }
static void residuals(int *m, int *n, double *x, double *f, int *flag) {
  for (int i = 0; i < *m; i++)
    f[i] = x[0] * exp(-x[1] * i * 0.4) - ydata(i);
}
static void residualsj(int *m, int *n, double *x, double *f, double *j, int *ld, int *flag) {
  if (*flag == 1)
    residuals(m, n, x, f, flag);
  else
    for (int i = 0; i < *m; i++) {
      double e = exp(-x[1] * i * 0.4);
      j[i] = e;
      j[i + *ld] = -x[0] * i * 0.4 * e;
    }
}
static void lmstr_row(int *m, int *n, double *x, double *f, double *row, int *flag) {
  if (*flag == 1)
    residuals(m, n, x, f, flag);
  else {
    int i = *flag - 2;
    double e = exp(-x[1] * i * 0.4);
    row[0] = e;
    row[1] = -x[0] * i * 0.4 * e;
  }
}
static void take(const double *x) {
  for (int i = 0; i < 3; i++)
    p[i] = x[i];
}
static int two = 2, three = 3, eight = 8, info, lwa = 100, ipvt[4];
static double tol = 1e-15;
static double hybrd(const double *q) {
  double x[2] = {1, 1}, f[2], wa[100];
  take(q);
  hybrd1_(equations, &two, x, f, &tol, &info, wa, &lwa);
  return x[0] + x[0] * x[1];
}
static double hybrj(const double *q) {
  double x[2] = {1, 1}, f[2], j[4], wa[100];
  take(q);
  hybrj1_(equationsj, &two, x, f, j, &two, &tol, &info, wa, &lwa);
  return x[0] + x[0] * x[1];
}
static double lmdif(const double *q) {
  double x[2] = {1, 1}, f[8], wa[100];
  int iwa[2];
  take(q);
  lmdif1_(residuals, &eight, &two, x, f, &tol, &info, iwa, wa, &lwa);
  return x[0] + x[0] * x[1];
}
static double lmder(const double *q) {
  double x[2] = {1, 1}, f[8], j[16], wa[100];
  take(q);
  lmder1_(residualsj, &eight, &two, x, f, j, &eight, &tol, &info, ipvt, wa, &lwa);
  return x[0] + x[0] * x[1];
}
static double lmstr(const double *q) {
  double x[2] = {1, 1}, f[8], j[4], wa[100];
  take(q);
  lmstr1_((fitj)lmstr_row, &eight, &two, x, f, j, &two, &tol, &info, ipvt, wa, &lwa);
  return x[0] + x[0] * x[1];
}
static void matrix(const double *q, double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = sin(i * 1.7 + 1) + q[i % 3] * (1 + i % 2);
}
static double qrfac(const double *q) {
  double a[24], r[3], ac[3], wa[3];
  int one = 1;
  matrix(q, a, 24);
  qrfac_(&eight, &three, a, &eight, &one, ipvt, &three, r, ac, wa);
  double s = 0;
  for (int i = 0; i < 24; i++)
    s += a[i] * (i + 1);
  return s + r[0] * r[1] + r[2] + ac[1];
}
static double qrsolv(const double *q) {
  double a[9], d[3] = {q[0], q[1], 0.5}, b[3] = {1, q[2], q[0]}, x[3], s[3], wa[3];
  matrix(q, a, 9);
  a[0] += 4, a[4] += 4, a[8] += 4;
  for (int i = 0; i < 3; i++)
    ipvt[i] = 3 - i;
  qrsolv_(&three, a, &three, ipvt, d, b, x, s, wa);
  return x[0] + x[1] * x[2] + s[0] * s[2] + a[1] * a[2];
}
static double enorm(const double *q) {
  double a[8];
  matrix(q, a, 8);
  a[3] = 1e-30 * q[0];
  int n = 8;
  return enorm_(&n, a);
}
static double dogleg(const double *q) {
  double r[6], d[3] = {1, 2, 0.5}, b[3] = {q[0], 2, q[2]}, delta = 0.8 * q[1], x[3], w[3], v[3];
  int lr = 6;
  matrix(q, r, 6);
  r[0] += 3, r[3] += 3, r[5] += 3;
  dogleg_(&three, r, &lr, d, b, &delta, x, w, v);
  return x[0] + x[1] * x[2];
}
static double lmpar(const double *q) {
  double a[9], d[3] = {1, 2, 0.5}, b[3] = {q[0], 2, q[2]}, delta = 0.3 * q[1], par = 0, x[3], s[3],
               w[3], v[3];
  matrix(q, a, 9);
  a[0] += 4, a[4] += 4, a[8] += 4;
  for (int i = 0; i < 3; i++)
    ipvt[i] = i + 1;
  lmpar_(&three, a, &three, ipvt, d, b, &delta, &par, x, s, w, v);
  return x[0] + x[1] * x[2] + par;
}
static double r1updt(const double *q) {
  double s[6], u[3] = {q[0], 1, q[2]}, v[3] = {1, q[1], 2}, w[3];
  int ls = 6, sing;
  matrix(q, s, 6);
  r1updt_(&three, &three, s, &ls, u, v, w, &sing);
  double r = 0;
  for (int i = 0; i < 6; i++)
    r += s[i] * (i + 1);
  return r + w[0] + v[1] * v[2];
}
static double rwupdt(const double *q) {
  double r[9], w[3] = {q[0], 1, q[2]}, b[3] = {1, 2, q[1]}, al = q[0] * q[1], c[3], s[3];
  matrix(q, r, 9);
  rwupdt_(&three, r, &three, w, b, &al, c, s);
  return r[0] + r[4] * r[8] + b[0] * b[1] + b[2] + al + c[1] + s[2];
}
static double qform(const double *q) {
  double a[64], r[3], ac[3], wa[8];
  int one = 0;
  matrix(q, a, 24);
  qrfac_(&eight, &three, a, &eight, &one, ipvt, &three, r, ac, wa);
  qform_(&eight, &three, a, &eight, wa);
  double s = 0;
  for (int i = 0; i < 64; i++)
    s += a[i] * (i % 7);
  return s;
}
static double fdjac(const double *q) {
  double x[2] = {q[0], q[1]}, f[8], j[16], wa[8], eps = 1e-6;
  int flag = 1;
  take(q);
  residuals(&eight, &two, x, f, &flag);
  x[1] += 0.1;
  residuals(&eight, &two, x, f, &flag);
  fdjac2_(residuals, &eight, &two, x, f, j, &eight, &flag, &eps, wa);
  return j[3] + j[9] * f[2];
}

int main(void) {
#define EACH(F, TOLERANCE) COMPARE(F, 3, TOLERANCE, 1.2, 0.7, 0.4)
  EACH(hybrd, 1e-6);
  EACH(hybrj, 1e-6);
  EACH(lmdif, 1e-5);
  EACH(lmder, 1e-5);
  EACH(lmstr, 1e-5);
  EACH(qrfac, 1e-6);
  EACH(qrsolv, 1e-6);
  EACH(enorm, 1e-6);
  EACH(dogleg, 1e-6);
  EACH(lmpar, 1e-6);
  EACH(r1updt, 1e-6);
  EACH(rwupdt, 1e-6);
  EACH(qform, 1e-6);
  EACH(fdjac, 1e-6);
  return reported();
}

/*===- through_lapack.c - what a user of LAPACK does with it ------------------------------------===
 *
 * Solutions of equations, least squares and eigenvalues. The first four routines are among those
 * that have rules (docs/libraries.md); the others are differentiated through LAPACK's own Fortran.
 * Linked with what the project built, by the Fortran compiler.
 *===----------------------------------------------------------------------------------------===*/
#include "../differences.h"

void dgesv_(int *n, int *columns, double *a, int *lda, int *pivots, double *b, int *ldb, int *info);
void dposv_(char *half, int *n, int *columns, double *a, int *lda, double *b, int *ldb, int *info,
            long);
void dgels_(char *transposed, int *m, int *n, int *columns, double *a, int *lda, double *b,
            int *ldb, double *work, int *size, int *info, long);
void dsyev_(char *vectors, char *half, int *n, double *a, int *lda, double *values, double *work,
            int *size, int *info, long, long);
void dsysv_(char *half, int *n, int *columns, double *a, int *lda, int *pivots, double *b, int *ldb,
            double *work, int *size, int *info, long);
void dspsv_(char *half, int *n, int *columns, double *packed, int *pivots, double *b, int *ldb,
            int *info, long);
void dppsv_(char *half, int *n, int *columns, double *packed, double *b, int *ldb, int *info, long);
void dgglse_(int *m, int *n, int *p, double *a, int *lda, double *b, int *ldb, double *c, double *d,
             double *x, double *work, int *size, int *info);
void dggglm_(int *n, int *m, int *p, double *a, int *lda, double *b, int *ldb, double *d, double *x,
             double *y, double *work, int *size, int *info);
void dtrsyl_(char *first, char *second, int *sign, int *m, int *n, double *a, int *lda, double *b,
             int *ldb, double *c, int *ldc, double *scale, int *info, long, long);
void dgeev_(char *left, char *right, int *n, double *a, int *lda, double *real, double *imaginary,
            double *vl, int *ldvl, double *vr, int *ldvr, double *work, int *size, int *info, long,
            long);
void dspev_(char *vectors, char *half, int *n, double *packed, double *values, double *z, int *ldz,
            double *work, int *info, long, long);
void dstev_(char *vectors, int *n, double *diagonal, double *beside, double *z, int *ldz,
            double *work, int *info, long);
void dsygv_(int *kind, char *vectors, char *half, int *n, double *a, int *lda, double *b, int *ldb,
            double *values, double *work, int *size, int *info, long, long);
void dgeqp3_(int *m, int *n, double *a, int *lda, int *columns, double *tau, double *work,
             int *size, int *info);
void dgehrd_(int *n, int *low, int *high, double *a, int *lda, double *tau, double *work, int *size,
             int *info);

enum { unknowns = 4, room = 400 };
static int n = unknowns, one = 1, size = room, info;
static char no = 'N', yes = 'V', upper = 'U', lower = 'L';

static void fillIn(double *a, const double *x) {
  for (int i = 0; i < 16; i++)
    a[i] = sin(i * 1.7) + (i % 5 == 0) * x[i % 4];
}
static void fillSymmetric(double *a, const double *x) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      a[i + 4 * j] = x[i] * x[j] + sin(i + j) + (i == j) * i * x[i];
}
static void fillPositive(double *a, const double *x) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      a[i + 4 * j] = exp(-(x[i] - x[j]) * (x[i] - x[j])) + (i == j);
}
static void pack(double *packed, const double *a) { /* the upper triangle, by columns */
  for (int j = 0; j < 4; j++)
    for (int i = 0; i <= j; i++)
      *packed++ = a[i + 4 * j];
}

/*===--- by rules --------------------------------------------------------------------------===*/

/* a general matrix: LU factorisation with pivots */
static double general(const double *x) {
  double a[16], b[4];
  int pivots[4];
  fillIn(a, x);
  for (int i = 0; i < 4; i++)
    b[i] = x[i] * x[i];
  dgesv_(&n, &one, a, &n, pivots, b, &n, &info);
  return b[0] * b[1] + b[2] - b[3];
}

/* a positive definite one: Cholesky's factorisation */
static double likelihood(const double *x) {
  double a[16], b[4];
  fillPositive(a, x);
  for (int i = 0; i < 4; i++)
    b[i] = x[i];
  dposv_(&lower, &n, &one, a, &n, b, &n, &info, 1);
  return b[0] * x[0] + b[1] * x[1] + b[2] * x[2] + log(a[0]);
}

/* more equations than unknowns: QR factorisation */
static double fit(const double *x) {
  double a[24], b[6], work[room];
  int m = 6;
  for (int i = 0; i < 24; i++)
    a[i] = cos(i * i * 0.7) + x[i % 4] * 0.3;
  for (int i = 0; i < 6; i++)
    b[i] = x[i % 4] + i;
  dgels_(&no, &m, &n, &one, a, &m, b, &m, work, &size, &info, 1);
  return b[0] + b[1] * b[2] - b[3];
}

/* eigenvalues of a symmetric matrix */
static double spectrum(const double *x) {
  double a[16], values[4], work[room];
  fillSymmetric(a, x);
  dsyev_(&no, &upper, &n, a, &n, values, work, &size, &info, 1, 1);
  return values[0] * values[3] + values[1];
}

/*===--- through the code ------------------------------------------------------------------===*/

/* a symmetric matrix that is not positive: Bunch's and Kaufman's pivots */
static double indefinite(const double *x) {
  double a[16], b[4], work[room];
  int pivots[4];
  fillSymmetric(a, x);
  for (int i = 0; i < 4; i++)
    b[i] = x[i], a[5 * i] -= 3;
  dsysv_(&upper, &n, &one, a, &n, pivots, b, &n, work, &size, &info, 1);
  return b[0] * b[1] + b[2] * x[3] - b[3];
}
static double indefinite_packed(const double *x) {
  double a[16], packed[10], b[4];
  int pivots[4];
  fillSymmetric(a, x);
  for (int i = 0; i < 4; i++)
    b[i] = x[i], a[5 * i] -= 3;
  pack(packed, a);
  dspsv_(&upper, &n, &one, packed, pivots, b, &n, &info, 1);
  return b[0] * b[1] + b[2] * x[3] - b[3];
}

static double positive_packed(const double *x) {
  double a[16], packed[10], b[4];
  fillPositive(a, x);
  for (int i = 0; i < 4; i++)
    b[i] = x[i] * x[i];
  pack(packed, a);
  dppsv_(&upper, &n, &one, packed, b, &n, &info, 1);
  return b[0] * b[3] + b[1] + packed[9];
}

/* the best fit on a plane */
static double constrained_fit(const double *x) {
  double a[24], b[4], c[6], d[1] = {x[0] + x[3]}, found[4], work[room];
  int m = 6, p = 1;
  for (int i = 0; i < 24; i++)
    a[i] = cos(i * i * 0.7) + x[i % 4] * 0.3;
  for (int i = 0; i < 6; i++)
    c[i] = x[i % 4] + i;
  for (int i = 0; i < 4; i++)
    b[i] = 1 + 0.5 * i * x[1];
  dgglse_(&m, &n, &p, a, &m, b, &p, c, d, found, work, &size, &info);
  return found[0] * found[1] + found[2] - found[3];
}

/* a fit by errors that are correlated */
static double gauss_markov(const double *x) {
  double a[24], b[36], d[6], found[4], errors[6], work[room];
  int rows = 6, p = 6;
  for (int i = 0; i < 24; i++)
    a[i] = cos(i * i * 0.7) + x[i % 4] * 0.3;
  for (int i = 0; i < 36; i++)
    b[i] = (i % 7 == 0) * (2 + x[i % 4]) + 0.1 * sin(i);
  for (int i = 0; i < 6; i++)
    d[i] = x[i % 4] + i;
  dggglm_(&rows, &n, &p, a, &rows, b, &rows, d, found, errors, work, &size, &info);
  return found[0] * found[1] + found[2] - errors[3] * errors[0];
}

/* AX + XB = C, for triangles */
static double sylvester(const double *x) {
  double a[16], b[16], c[16], scale;
  int plus = 1;
  for (int i = 0; i < 16; i++) {
    int below = i % 4 > i / 4;
    a[i] = below ? 0 : sin(i) * x[i % 4] + 3 * (i % 5 == 0);
    b[i] = below ? 0 : cos(i) + (4 + x[1]) * (i % 5 == 0);
    c[i] = x[i % 4] * i;
  }
  dtrsyl_(&no, &no, &plus, &n, &n, a, &n, b, &n, c, &n, &scale, &info, 1, 1);
  return c[0] * c[5] + c[11] / scale;
}

/* eigenvalues of any matrix: Hessenberg's form, then QR iterations */
static double eigenvalues(const double *x) {
  double a[16], real[4], imaginary[4], none[1], work[room], sum = 0;
  fillIn(a, x);
  dgeev_(&no, &no, &n, a, &n, real, imaginary, none, &one, none, &one, work, &size, &info, 1, 1);
  for (int i = 0; i < 4; i++) /* in whatever order */
    sum += exp(0.3 * real[i]) * cos(0.3 * imaginary[i]);
  return sum;
}

static double spectrum_packed(const double *x) {
  double a[16], packed[10], values[4], z[16], work[room];
  fillSymmetric(a, x);
  pack(packed, a);
  dspev_(&yes, &upper, &n, packed, values, z, &n, work, &info, 1, 1);
  return values[0] * values[3] + z[4] * z[4] * z[13] * z[13];
}

static double spectrum_of_three_diagonals(const double *x) {
  double beside[3], diagonal[4], z[16], work[room];
  for (int i = 0; i < 4; i++) {
    diagonal[i] = x[i] * (i + 1);
    if (i < 3)
      beside[i] = 1 + 0.3 * x[i + 1];
  }
  dstev_(&yes, &n, diagonal, beside, z, &n, work, &info, 1);
  return diagonal[0] * diagonal[2] + z[3] * z[3];
}

static double generalised_spectrum(const double *x) {
  double a[16], b[16], values[4], work[room];
  int kind = 1;
  fillSymmetric(a, x);
  fillPositive(b, x);
  dsygv_(&kind, &no, &lower, &n, a, &n, b, &n, values, work, &size, &info, 1, 1);
  return values[0] * values[1] + values[3];
}

/* QR factorisation with columns exchanged */
static double pivoted(const double *x) {
  double a[16], tau[4], work[room];
  int columns[4] = {0, 0, 0, 0};
  fillIn(a, x);
  dgeqp3_(&n, &n, a, &n, columns, tau, work, &size, &info);
  return a[0] * a[5] + a[10] * a[10] + a[12];
}

static double hessenberg(const double *x) {
  double a[16], tau[4], work[room];
  fillIn(a, x);
  dgehrd_(&n, &one, &n, a, &n, tau, work, &size, &info);
  return a[1] * a[1] + a[10] + a[4] * a[9] + tau[0];
}

int main(void) {
#define EACH(FUNCTION) COMPARE(FUNCTION, unknowns, 1e-7, 1.1, 0.7, 1.9, 2.3)
  EACH(general);
  EACH(likelihood);
  EACH(fit);
  EACH(spectrum);
  EACH(indefinite);
  EACH(indefinite_packed);
  EACH(positive_packed);
  EACH(constrained_fit);
  EACH(gauss_markov);
  EACH(sylvester);
  EACH(eigenvalues);
  EACH(spectrum_packed);
  EACH(spectrum_of_three_diagonals);
  EACH(generalised_spectrum);
  EACH(pivoted);
  EACH(hessenberg);
  return reported();
}

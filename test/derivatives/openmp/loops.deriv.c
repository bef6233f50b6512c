// Loops of parallel regions under every schedule, with what they privatise, reduce and hand on.
// flags: -fopenmp
// env: OMP_NUM_THREADS=1
#include "check.h"

enum { N = 7 };

static double plain(const double *x) {
  double out[N], sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] = sin(x[i]) * x[(i + 1) % N];
  for (int i = 0; i < N; i++)
    sum += out[i] * out[i];
  return sum;
}
static double reduced(const double *x) {
  double sum = 0, product = 1, most = -100, least = 100;
#pragma omp parallel for reduction(+ : sum) reduction(* : product) reduction(max : most) reduction(min : least)
  for (int i = 0; i < N; i++) {
    sum += x[i] * x[i];
    product *= 1 + 0.3 * x[i];
    most = most > x[i] * x[i] ? most : x[i] * x[i];
    least = least < 2 * x[i] ? least : 2 * x[i];
  }
  return sum * product + most * least;
}
static double chunks(const double *x) {
  double a[N], b[N], c[N], d[N], sum = 0;
#pragma omp parallel
  {
#pragma omp for schedule(static, 2)
    for (int i = 0; i < N; i++)
      a[i] = x[i] * x[i];
#pragma omp for schedule(dynamic)
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i] * x[i];
#pragma omp for schedule(guided, 3)
    for (long i = 0; i < N; i++)
      c[i] = exp(-b[i]);
#pragma omp for schedule(runtime)
    for (unsigned i = 0; i < N; i++)
      d[i] = c[i] * a[i];
#pragma omp for schedule(dynamic, 2) reduction(+ : sum)
    for (unsigned long i = 0; i < N; i++)
      sum += d[i] * b[i];
  }
  return sum;
}
static double backwards(const double *x) {
  double out[N], sum = 0;
#pragma omp parallel for schedule(dynamic)
  for (int i = N - 1; i >= 0; i -= 2)
    out[i] = x[i] * x[i] * x[i];
#pragma omp parallel for schedule(static)
  for (int i = N - 2; i > 0; i -= 2)
    out[i] = x[i] * x[0];
  for (int i = 0; i < N; i++)
    sum += (i + 1) * out[i];
  return sum;
}
static double collapsed(const double *x) {
  double out[N][N], sum = 0;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      out[i][j] = x[i] * cos(x[j]);
#pragma omp parallel for collapse(2) reduction(+ : sum) schedule(static, 5)
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++)
      sum += out[i][j] * out[j][i];
  return sum;
}
static double handedOn(const double *x) {
  double scale = x[0] * 2, last = 0, own = 3;
#pragma omp parallel for firstprivate(scale) lastprivate(last) private(own)
  for (int i = 0; i < N; i++) {
    own = scale * x[i];
    last = own * own;
  }
  return last * scale * own;
}
static double withSimd(const double *x) {
  double sum = 0, out[N], more[N];
#pragma omp parallel for simd
  for (int i = 0; i < N; i++)
    out[i] = x[i] * x[i] * x[0];
#pragma omp simd
  for (int i = 0; i < N; i++)
    more[i] = out[i] * x[1];
  for (int i = 0; i < N; i++)
    sum += out[i] * more[i];
  return sum;
}
static double inOrder(const double *x) {
  double state = x[0];
#pragma omp parallel for ordered
  for (int i = 1; i < N; i++) {
    double local = sin(x[i]);
#pragma omp ordered
    state = state * local + x[i];
  }
  return state;
}
static double empty(const double *x) {
  double sum = x[0] * x[1];
  int none = (int)x[0] - 5;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < none; i++)
    sum += x[i];
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < none; i++)
    sum += x[i];
  return sum;
}
CHECK_FUNCTION(plain, N, 0.3, 0.7, -0.4, 1.1, 0.9, -1.3, 0.2);
CHECK_FUNCTION(reduced, N, 0.3, 0.7, -0.4, 1.1, 0.9, -1.3, 0.2);
CHECK_FUNCTION(chunks, N, 0.3, 0.7, -0.4, 1.1, 0.9, -1.3, 0.2);
CHECK_FUNCTION(backwards, N, 0.3, 0.7, -0.4, 1.1, 0.9, -1.3, 0.2);
CHECK_FUNCTION(collapsed, N, 0.3, 0.7, -0.4, 1.1, 0.9, -1.3, 0.2);
CHECK_FUNCTION(handedOn, N, 0.3, 0.7, -0.4, 1.1, 0.9, -1.3, 0.2);
CHECK_FUNCTION(withSimd, N, 0.3, 0.7, -0.4, 1.1, 0.9, -1.3, 0.2);
CHECK_FUNCTION(inOrder, N, 0.3, 0.7, -0.4, 1.1, 0.9, -1.3, 0.2);
CHECK_FUNCTION(empty, N, 0.3, 0.7, -0.4, 1.1, 0.9, -1.3, 0.2);

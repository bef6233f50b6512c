// Constructs whose derivatives the team runs: each alone, and one after the other in a region.
#include "check.h"

static double loop(double *x) {
  double out[N], sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] = sin(x[i]) * x[(i + 1) % N];
  for (int i = 0; i < N; i++)
    sum += out[i] * out[i];
  return sum;
}
static double reduction(double *x) {
  double sum = 1, other = 0;
#pragma omp parallel for reduction(+ : sum, other)
  for (int i = 0; i < N; i++) {
    sum += x[i] * x[i];
    other -= cos(x[i]) * x[0];
  }
  return sum * other;
}
static double schedules(double *x) {
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
static double backwards(double *x) {
  double out[N] = {0}, sum = 0;
#pragma omp parallel for schedule(dynamic)
  for (int i = N - 1; i >= 0; i -= 2)
    out[i] = x[i] * x[i] * x[i];
#pragma omp parallel for schedule(static)
  for (int i = N - 2; i > 0; i -= 2)
    out[i] = x[i] * x[0];
  for (int i = 0; i < N; i++)
    sum += (i + 1) * out[i];
  return sum / N;
}
static double values(double *x) { // firstprivate, lastprivate, private
  double first = x[1] * x[2], last = 0, sum = 0, scratch;
#pragma omp parallel for firstprivate(first) lastprivate(last) private(scratch) reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    scratch = first * x[i];
    last = scratch * scratch;
    sum += sin(scratch);
  }
  return sum * last + first;
}
static double carried(double *x) { // each thread's own copy goes on from iteration to iteration
  double own = x[3], sum = 0;
  int threads = 0;
#pragma omp parallel firstprivate(own) reduction(+ : sum, threads)
  {
    threads += 1;
    own *= 1 + 0.1 * x[4];
    own *= own;
    sum += own;
  }
  return sum / threads;
}
static double sections(double *x) {
  double a = 0, b = 0, c = 0;
#pragma omp parallel sections
  {
#pragma omp section
    a = x[0] * x[1];
#pragma omp section
    b = exp(x[2] * x[0]);
#pragma omp section
    c = x[3] / x[0];
  }
  return a * b + c;
}
static double one(double *x) {
  double a = 0, b = 0, out[N], sum = 0;
#pragma omp parallel
  {
#pragma omp single
    a = x[0] * x[1];
#pragma omp for
    for (int i = 0; i < N; i++)
      out[i] = a * x[i];
#pragma omp master
    b = out[N - 1] * a;
#pragma omp barrier
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += b * out[i] * x[i];
  }
  return sum;
}
static double atomics(double *x) {
  double sum = 0, bins[5] = {0};
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    bins[i % 5] += x[i] * x[i];
#pragma omp atomic
    sum -= x[i];
  }
  for (int i = 0; i < 5; i++)
    sum += bins[i] * bins[(i + 1) % 5];
  return sum;
}
static double collapsed(double *x) {
  double a[7][29], sum = 0;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 29; j++)
      a[i][j] = x[i * 29 + j] * x[i];
#pragma omp parallel for collapse(2) schedule(dynamic, 3) reduction(+ : sum)
  for (int j = 0; j < 29; j++)
    for (int i = 0; i < 7; i++)
      sum += a[i][j] * a[i][j] * x[j];
  return sum;
}
static double nowait(double *x) {
  double a[N], b[N], sum = 0;
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      a[i] = x[i] * x[(i + 5) % N];
#pragma omp for schedule(dynamic, 4) nowait
    for (int i = 0; i < N; i++)
      b[i] = x[i] * x[i];
#pragma omp barrier
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += a[i] * b[N - 1 - i];
  }
  return sum;
}
static double overTime(double *x) {
  double a[N], b[N], sum = 0;
  memcpy(a, x, sizeof a);
  memcpy(b, x, sizeof b);
#pragma omp parallel
  for (int t = 0; t < 6; t++) {
    double *from = t % 2 ? b : a, *to = t % 2 ? a : b;
#pragma omp for
    for (int i = 1; i < N - 1; i++)
      to[i] = from[i] + 0.1 * (from[i - 1] - 2 * from[i] + from[i + 1]) - 0.01 * from[i] * from[i];
  }
  for (int i = 0; i < N; i++)
    sum += a[i] * a[i];
  return sum;
}
static double numbers(double *x) { // what counts on the team has the derivative of the team
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    int t = omp_get_thread_num(), n = omp_get_num_threads();
    for (int i = t; i < N; i += n)
      sum += (1 + t) * x[i] * x[i];
  }
  return sum;
}
static double asked(double *x) {
  double sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += x[omp_get_thread_num()] * x[omp_get_num_threads()];
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += x[omp_get_thread_num()] * x[5];
  return sum;
}
static double partial(double *x) {
  double part[64] = {0}, sum = 0;
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < N; i++)
      part[t] += x[i] * x[i] * (1 + x[0]);
  }
  for (int t = 0; t < 64; t++)
    sum += sqrt(1 + part[t]);
  return sum;
}
static double maybe(double *x) {
  double sum = 0;
  for (int k = 0; k < 2; k++) {
#pragma omp parallel for if (k) reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += x[i] * x[i] * (k + x[k]);
  }
  return sum;
}
static void share(double *x, double *out) {
#pragma omp for
  for (int i = 0; i < N; i++)
    out[i] = x[i] * x[i] * x[0];
}
static double orphaned(double *x) {
  double out[N], again[N], sum = 0;
#pragma omp parallel
  {
    share(x, out);
    share(out, again);
  }
  for (int i = 0; i < N; i++)
    sum += again[i];
  return sum;
}
static double nested(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 8; i++) {
    double inner = 0;
#pragma omp parallel for reduction(+ : inner)
    for (int j = 0; j < 20; j++)
      inner += x[i] * x[j];
    sum += inner * inner;
  }
  return sum;
}
static double leagues(double *x) { // a region in the region that each team of the league runs
  double sum = 0, y[N];
#pragma omp teams distribute parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += x[i] * x[i];
#pragma omp target teams distribute parallel for map(from : y) map(to : x[ : N])
  for (int i = 0; i < N; i++)
    y[i] = x[i] * x[(i + 1) % N];
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i];
  return sum * sum;
}
static double perhapsNested(double *x) { // inner regions that are none, with barriers
  double sum = 0;
  volatile int never = 0;
  int no = never;
#pragma omp parallel for reduction(+ : sum) schedule(static, 1)
  for (int i = 0; i < 5; i++) {
    double a[4], inner = 0;
#pragma omp parallel if (no) reduction(+ : inner)
    {
#pragma omp for
      for (int j = 0; j < 4; j++)
        a[j] = x[i] * x[j];
#pragma omp for
      for (int j = 0; j < 4; j++)
        inner += a[3 - j] * a[j];
    }
    sum += inner * inner;
  }
  return sum;
}
static double early(double *x) { // inner loops of other lengths, left early
  double sum = 0;
#pragma omp parallel for schedule(dynamic, 3) reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    double v = x[i];
    int k = 0;
    while (v < 20 && k++ < i % 13)
      v = v * v + 0.3;
    if (v > 5)
      continue;
    sum += v;
  }
  return sum;
}
struct box {
  double *data;
  int n;
};
static double boxed(double *x) {
  struct box box = {x, N};
  double sum = 0, *scratch = malloc(N * sizeof *scratch);
#pragma omp parallel
  {
    double *own = malloc(8 * sizeof *own);
#pragma omp for
    for (int i = 0; i < box.n; i++) {
      for (int k = 0; k < 8; k++)
        own[k] = box.data[i] * (k + 1);
      double all = 0;
      for (int k = 0; k < 8; k++)
        all += own[k] * own[7 - k];
      scratch[i] = all;
    }
    free(own);
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < box.n; i++)
      sum += scratch[i] * box.data[0];
  }
  free(scratch);
  return sum;
}

#define ALL(X)                                                                                     \
  X(loop)                                                                                          \
  X(reduction) X(schedules) X(backwards) X(values) X(carried) X(sections) X(one) X(atomics)        \
      X(collapsed) X(nowait) X(overTime) X(numbers) X(asked) X(partial) X(maybe) X(orphaned)       \
          X(nested) X(leagues) X(perhapsNested) X(early) X(boxed)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

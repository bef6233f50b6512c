// Arrays that loops read several times, and that change before the reverse sweep: a copy of them is
// kept, and right where the copy may not be made, or not of more than what was read.
#include "check.h"
#include <sys/mman.h>

enum { N = 12, STEPS = 3 };

/// All pairs, then the positions move: with the function inlined, and not.
static inline void forces(const double *x, double *f, int n) {
  for (int i = 0; i < n; i++)
    f[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double d = x[j] - x[i], w = d / sqrt(d * d * d * d + 0.3);
      f[i] += w, f[j] -= w * x[i];
    }
}
NOINLINE static void forcesApart(const double *x, double *f, int n) { forces(x, f, n); }
void pairs(double *x) {
  double f[N];
  for (int t = 0; t < STEPS; t++) {
    forces(x, f, N);
    for (int i = 0; i < N; i++)
      x[i] += 0.2 * f[i] * x[i];
  }
}
void pairsApart(double *x) {
  double f[N];
  for (int t = 0; t < STEPS; t++) {
    forcesApart(x, f, N);
    for (int i = 0; i < N; i++)
      x[i] += 0.2 * f[i] * x[i];
  }
}
/// Loops that do not run: of none, one and two elements; then many, from the other end.
void fewPairs(double *x) {
  double f[N];
  for (int n = 0; n <= N; n += n < 2 ? 1 : 5) {
    forcesApart(x + N - n, f, n);
    for (int i = 0; i < n; i++)
      x[N - n + i] += 0.2 * f[i] * x[i];
  }
}

/// Rows of a square, read in three rows; two buffers that change places.
NOINLINE static void step(int n, int m, const double *u, double *v) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      v[i * m + j] = u[i * m + j] * u[i * m + j - 1] -
                     0.3 * u[(i - 1) * m + j] * u[(i + 1) * m + j] * u[i * m + j + 1];
}
static void steps(double *u, double *v, int n, int m, double *y) {
  for (int t = 0; t < STEPS; t++) {
    step(n, m, u, v);
    double *other = u;
    u = v, v = other;
  }
  y[0] = y[1] = 0.1;
  for (int i = 0; i < n * m; i++)
    y[i % 2] += u[i] * u[i];
}
void square(const double *x, double *y) {
  double u[N * (N - 1)], v[N * (N - 1)];
  for (int i = 0; i < N * (N - 1); i++)
    u[i] = v[i] = x[i % N] + 0.01 * i;
  steps(u, v, N, N - 1, y);
}
void narrow(const double *x, double *y) { // no column inside
  double u[2 * N], v[2 * N];
  for (int i = 0; i < 2 * N; i++)
    u[i] = v[i] = x[i % N] + 0.01 * i;
  steps(u, v, N, 2, y);
}
/// The same inlined; three buffers that go round, and two that do not: one of them is soon the
/// other.
static inline void row(int n, const double *u, const double *before, double *v) {
  for (int k = 0; k < 2; k++)
    for (int i = 1; i < n - 1; i++)
      v[i] = u[i] * u[i - 1] - 0.3 * u[i + 1] * before[i] * u[i] + 0.1 * k;
}
void exchanged(const double *x, double *y) {
  double *u = malloc(sizeof(double[N])), *v = malloc(sizeof(double[N])),
         *w = malloc(sizeof(double[N]));
  double *made[3] = {u, v, w};
  for (int i = 0; i < N; i++)
    u[i] = v[i] = w[i] = x[i];
  for (int t = 0; t < 4; t++) {
    row(N, u, w, v);
    double *other = u;
    u = v, v = w, w = other;
  }
  y[0] = y[1] = 0;
  for (int i = 0; i < N; i++)
    y[i % 2] += u[i] * v[i] + w[i] * w[i];
  for (int k = 0; k < 3; k++)
    free(made[k]);
}
void notExchanged(const double *x, double *y) {
  double *u = malloc(sizeof(double[N])), *v = malloc(sizeof(double[N])),
         *w = malloc(sizeof(double[N]));
  double *a = u, *b = v, *c = w, *d = u, *e = x[0] < 5 ? u : v;
  for (int i = 0; i < N; i++)
    u[i] = v[i] = w[i] = x[i];
  for (int t = 0; t < 4; t++) {
    row(N, a, x, b);
    row(N, d, x, e);
    double *third = c, *fourth = d;
    c = a, a = third, b = third;
    d = e, e = fourth;
  }
  y[0] = y[1] = 0;
  for (int i = 0; i < N; i++)
    y[i % 2] += u[i] * v[i] + v[i] * w[i];
  free(u), free(v), free(w);
}
/// The same memory is read and written: what is read changes while the loop runs.
void inPlace(const double *x, double *y) {
  double u[N * N];
  for (int i = 0; i < N * N; i++)
    u[i] = x[i % N] + 0.01 * i;
  for (int t = 0; t < STEPS; t++)
    step(N, N, u, u);
  y[0] = y[1] = 0.5;
  for (int i = 0; i < N * N; i++)
    y[i % 2] += u[i] * u[i];
}
void overlapping(const double *x, double *y) {
  double u[N * N + N];
  for (int i = 0; i < N * N + N; i++)
    u[i] = x[i % N] + 0.01 * i;
  for (int t = 0; t < STEPS; t++)
    step(N, N, u + N * (t % 2), u + N - N * (t % 2));
  y[0] = y[1] = 0.5;
  for (int i = 0; i < N * N; i++)
    y[i % 2] += u[i] * u[i + N];
}

/// Products of all with all: by columns, backwards, of every second, with a row length of its own.
NOINLINE static double readings(const double *a, int n, int length) {
  double sum = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      sum += a[i * n + j] * a[j * n + i] * a[(n - 1 - i) * n + j];
  for (int i = n - 1; i >= 0; i--)
    for (int j = n - 1; j >= 0; j--)
      sum += a[i] * a[j] * a[j] * sum * 1e-3;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n / 3; j++)
        sum += sin(a[i * length + 2 * j]) * a[k] * a[2 * j];
  return sum;
}
void everyWay(const double *x, double *y) {
  double a[N * N];
  for (int i = 0; i < N * N; i++)
    a[i] = x[i % N] + 0.01 * i;
  y[0] = readings(a, N, 40);
  for (int i = 0; i < N * N; i++)
    a[i] = cos(a[i]) * x[i % N];
  y[1] = readings(a, N, 9);
}

/// Loops that end early, loads that do not always run, places that are looked up.
NOINLINE static double someOf(const double *a, const int *at, int n, double limit) {
  double sum = 0.1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 4 * a[i * n + j];
      if (i > 0)
        s -= a[(i - 1) * n + j] * a[i * n + j];
      if (j < n - 1)
        s += a[i * n + j + 1] * a[i * n + j + 1];
      sum += s * s * a[at[j]];
      if (s > limit)
        break;
    }
  for (int i = 0; sum < limit && i < n; i++) {
    for (int j = 0; j < n; j++)
      sum += a[i] * a[j] * a[j];
    if (sum > 0.5 * limit)
      return sum * a[i];
  }
  return sum;
}
void conditions(const double *x, double *y) {
  double a[N * N];
  int at[N];
  for (int t = 0; t < 2; t++) {
    for (int i = 0; i < N * N; i++)
      a[i] = t ? a[i] * x[i % N] : x[i % N] + 0.01 * i;
    for (int i = 0; i < N; i++)
      at[i] = (5 * i + t) % N;
    y[t] = someOf(a, at, N, t ? 4 : 1e6);
  }
}

/// Index lists change, too, as do arrays of single precision.
NOINLINE static double lookedUp(const float *w, const int *at, const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += w[j] * sin(x[at[i]]) * x[at[j]] * w[i];
  return sum;
}
void lists(const double *x, double *y) {
  float w[N];
  int at[N];
  for (int t = 0; t < 2; t++) {
    for (int i = 0; i < N; i++)
      w[i] = 0.25f * (float)(i % 4) + (float)t, at[i] = (7 * i + 3 * t) % N;
    y[t] = lookedUp(w, at, x, N);
  }
}

/// Members of structures at the end of a page: behind them no byte may be read.
struct body {
  double x, unread, y;
};
NOINLINE static double moments(const struct body *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += b[i].x * sin(b[j].x * b[j].x) * b[j].x;
  return sum;
}
/// Nor what a condition keeps from being read.
NOINLINE static double differences(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j + 1 < n)
        sum += a[i] * sin(a[j + 1] * a[i]) * a[j + 1];
  return sum;
}
static char *pages(void) { // one that can be read, between two that cannot
  char *memory = mmap(0, 3 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(memory + 4096, 4096, PROT_READ | PROT_WRITE);
  return memory + 4096;
}
static char *page, *shadowPage;
NOINLINE static void atTheEdge(const double *x, double *y, char *memory) {
  struct body *last =
      (struct body *)(memory + 4096 - sizeof(double) - (N - 1) * sizeof(struct body));
  double *first = (double *)memory;
  for (int i = 0; i < N; i++)
    last[i].x = x[i], first[i] = x[i] * x[i];
  y[0] = moments(last, N);
  double *end = (double *)(memory + 4096) - N;
  y[1] = differences(end, N);
  for (int i = 0; i < N; i++)
    last[i].x *= x[0];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      y[1] += first[j] * sin(first[j]) * first[i] * last[j].x;
  for (int i = 0; i < N; i++)
    first[i] = 0;
}
extern void __enzyme_autodiff_edge(void *, ...);
CHECK_VALUES(noByteBehind) {
  double x[N], dx[N] = {0}, y[2], dy[2] = {1, 1}, by[N];
  for (int i = 0; i < N; i++)
    x[i] = 0.3 + 0.05 * i;
  page = pages(), shadowPage = pages();
  __enzyme_autodiff_edge((void *)atTheEdge, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_dup, page,
                         shadowPage);
  for (int i = 0; i < N; i++) {
    double ahead[2], behind[2], h = 1e-5, kept = x[i];
    x[i] = kept + h, atTheEdge(x, ahead, page);
    x[i] = kept - h, atTheEdge(x, behind, page);
    x[i] = kept;
    by[i] = (ahead[0] + ahead[1] - behind[0] - behind[1]) / (2 * h);
    EXPECT_CLOSE(dx[i], by[i], 1e-6);
  }
}

/// Recursion: each level has an array of its own.
static double levels(const double *x, int depth) {
  double own[N], sum = 0;
  for (int i = 0; i < N; i++)
    own[i] = x[i] * (1 + 0.1 * depth) + x[(i + depth) % N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += own[j] * sin(own[i] * own[j]);
  if (depth == 0)
    return sum;
  for (int i = 0; i < N; i++)
    own[i] = cos(own[i]) * sum * 0.01;
  return sum * levels(own, depth - 1);
}
double recursion(const double *x) { return levels(x, 2); }

CHECK_INPLACE(pairs, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_INPLACE(pairsApart, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_INPLACE(fewPairs, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(square, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(narrow, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(exchanged, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(notExchanged, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(inPlace, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(overlapping, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(everyWay, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(conditions, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(lists, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_FUNCTION(recursion, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);

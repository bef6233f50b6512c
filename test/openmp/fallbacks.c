// Regions that change a setting of OpenMP, which one thread runs in derivatives: right where their results are the
// same whatever the size of the team (diagnostics/team_of_one.error.c has those that are not).
//! races: by the tool
#define REPEATS 3
#include "check.h"

static void alone(void) { omp_set_max_active_levels(3); }

static double collected(double *x) { // by each thread, and put together under a lock
  double all = 0, bins[4] = {0};
#pragma omp parallel
  {
    alone();
    double own = 0, ownBins[4] = {0}, scratch[3];
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      double last = x[i] * x[i];
      for (int k = 0; k < 3; k++)
        scratch[k] = last * k;
      own += last + scratch[1] * scratch[2];
      ownBins[i % 4] += last;
    }
#pragma omp critical
    {
      all += 0.5 * own;
      for (int k = 0; k < 4; k++)
        bins[k] += ownBins[k];
    }
  }
  return 1e-3 * all * bins[0] + 1e-3 * bins[1] * bins[2] * bins[3];
}
static double shared(double *x) { // all that tells threads what to do
  double sum = 0, most = -100, y[N], last, own;
#pragma omp parallel reduction(+ : sum) private(own)
  {
    alone();
#pragma omp master
    if (x[0] > 100)
      printf("%d threads\n", omp_get_num_threads());
    int number = omp_get_thread_num();
    if (number == 0)
      alone();
#pragma omp for schedule(static, 3) lastprivate(last)
    for (int i = 0; i < N; i++) {
      own = x[i] * x[i];
      y[i] = own * own;
      last = own;
    }
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < N; i++)
      sum += y[i];
#pragma omp for reduction(max : most) schedule(static, 2)
    for (int i = 0; i < N; i++)
      most = y[i] > most ? y[i] : most;
#pragma omp single
    y[0] *= x[0];
#pragma omp sections
    {
#pragma omp section
      y[1] *= x[1];
#pragma omp section
      y[2] *= x[2];
    }
  }
  for (int i = 0; i < N; i++)
    sum += y[i];
  return 1e-2 * sum * most * last;
}
static double inOrder(double *x) {
  double sum = 0;
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < N; i++) {
    alone();
    double own = x[i] * x[i];
#pragma omp ordered
    sum = 0.5 * sum + own;
  }
  return sum;
}
static double wavefront(double *x) { // each point of a plane waits for two others (doacross)
  double y[8][8];
  for (int k = 0; k < 8; k++)
    y[0][k] = x[k], y[k][0] = x[8 + k];
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (int i = 1; i < 8; i++)
    for (int j = 1; j < 8; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      y[i][j] = 0.5 * y[i - 1][j] * y[i][j - 1] + x[8 * i + j] * x[8 * i + j];
#pragma omp ordered depend(source)
    }
  return y[7][7] * y[3][5];
}
static double tasked(double *x) { // by one of them
  double sum = 0;
#pragma omp parallel
  {
    alone();
#pragma omp single
    for (int i = 0; i < N; i++)
#pragma omp task shared(sum)
    {
      double v = x[i] * x[i];
#pragma omp atomic
      sum += v;
    }
  }
  return sum * x[0];
}
typedef struct {
  double x, y, z;
} Point;
static Point pointAt(double v) {
  Point p;
  p.x = v;
  p.y = v * v;
  p.z = 1;
  return p;
}
static void productOf(const Point *a, const Point *b, double *result) {
  *result = a->x * b->y + a->y * b->z + a->z * b->x;
}
static double ownObjects(double *x) { // each iteration makes them anew
  double y[N], sum = 0, matrix[3][3], product;
  struct {
    double *results;
    int count;
  } shares = {y, N};
#pragma omp parallel for private(matrix, product) firstprivate(shares)
  for (int i = 0; i < N; i++) {
    alone();
    Point a = pointAt(x[i]), b = a;
    b.x = 2;
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        matrix[j][k] = x[i] * j + k;
    productOf(&a, &b, &product);
    double *heap = malloc(2 * sizeof *heap);
    heap[0] = product;
    heap[1] = matrix[1][2] * matrix[2][1] + 0.5 * heap[0];
    shares.results[i % shares.count] = heap[1];
    free(heap);
  }
  for (int i = 0; i < N; i++)
    sum += y[i];
  return sum;
}
static double tables(double *x) { // of each thread, and not written by shares
  double y[N], sum = 0, weights[4] = {1, 2, 3, 4};
#pragma omp parallel firstprivate(weights)
  {
    alone();
    double *more = malloc(4 * sizeof *more);
    for (int k = 0; k < 4; k++)
      more[k] = k * weights[k];
#pragma omp for schedule(dynamic)
    for (int i = 0; i < N; i++)
      y[i] = x[i] * x[i] * weights[i % 4] + more[i % 4];
    free(more);
  }
  for (int i = 0; i < N; i++)
    sum += y[i];
  return sum;
}
static double byHand(double *x) { // compared and exchanged, and a volatile number is read in between
  static volatile double scale = 0.02;
  double product = 1;
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < N; i++) {
    double seen, made;
    __atomic_load(&product, &seen, __ATOMIC_RELAXED);
    do
      made = seen * (1 + scale * x[i]);
    while (!__atomic_compare_exchange(&product, &seen, &made, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  }
  return product;
}

#define ALL(X) X(byHand) X(collected) X(shared) X(inOrder) X(wavefront) X(tasked) X(ownObjects) X(tables)

ALL(DERIVATIVES)
int main(void) {
  ALL(CHECK)
  return failures != 0;
}

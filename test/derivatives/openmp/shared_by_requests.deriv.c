// Requests in several threads whose functions have parallel regions: what those protect by atomic and critical from
// their own threads stays protected from the others.
// flags: -fopenmp -pthread
// env: OMP_NUM_THREADS=1
#include "check.h"
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

enum { N = 40, THREADS = 16, ROUNDS = 5 };

static long visits, entries, named;
static double total, history;

static void visit(int i) {
#pragma omp atomic
  visits++;
#pragma omp atomic
  total += i;
#pragma omp critical
  {
    entries++;
    history = history + 1;
  }
}
static double work(const double *x, int n) {
  double sum = 0, product = 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double term = x[i] * x[i] * i;
    visit(i);
#pragma omp critical(here)
    {
      sum += sin(term);
      named++;
    }
#pragma omp atomic
    sum += x[i];
#pragma omp atomic
    product *= 1 + x[i] / n;
  }
  return sum * product;
}

void __enzyme_autodiff_shared(void *, ...);
static double x[N], expected[N];

static void *gradients(void *wrong) {
  for (int round = 0; round < ROUNDS; round++) {
    double dx[N] = {0};
    __enzyme_autodiff_shared((void *)work, enzyme_dup, x, dx, N);
    for (int i = 0; i < N; i++)
      *(long *)wrong += dx[i] != expected[i];
  }
  return 0;
}
static double few(const double *x, int n) { return work(x, n); }
CHECK_FUNCTION_N(few, 3, 0.5, 2, -1);

CHECK_VALUES(counts) {
  for (int i = 0; i < N; i++)
    x[i] = cos(i);
  __enzyme_autodiff_shared((void *)work, enzyme_dup, x, expected, N);
  visits = entries = named = 0;
  total = history = 0;
  pthread_t threads[THREADS];
  long wrong[THREADS] = {0}, all = (long)N * THREADS * ROUNDS;
  for (int t = 0; t < THREADS; t++)
    pthread_create(&threads[t], 0, gradients, &wrong[t]);
  for (int t = 0; t < THREADS; t++) {
    pthread_join(threads[t], 0);
    EXPECT_EXACT(wrong[t], 0);
  }
  EXPECT_EXACT(visits, all);
  EXPECT_EXACT(entries, all);
  EXPECT_EXACT(named, all);
  EXPECT_EXACT(history, all);
  EXPECT_EXACT(total, (double)all * (N - 1) / 2);
}

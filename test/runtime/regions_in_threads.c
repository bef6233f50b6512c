// Gradients in sixteen threads at once of a function with parallel regions: what is atomic in those is so
// between the threads. (What is critical: derivatives/openmp, as libomp's locks are not known to the sanitizer.)
// REQUIRES: openmp
// RUN: enzyme-clang -O1 -g -fopenmp -fsanitize=thread -pthread -I%toolchain/include %s -o %t
// RUN: %t | FileCheck %s
#include <math.h>
#include <pthread.h>
#include <stdio.h>

void __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

enum { N = 50, THREADS = 16 };
static long visits;
static double total;
static const double x[N] = {1, 2, 3};

static double work(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double term = x[i] * x[i] * i;
#pragma omp atomic
    visits++;
#pragma omp atomic
    total += i;
#pragma omp atomic
    sum += sin(term);
  }
  return sum;
}
static void *gradient(void *nothing) {
  double dx[N] = {0};
  __enzyme_autodiff((void *)work, enzyme_dup, x, dx, N);
  return nothing;
}
int main(void) {
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++)
    pthread_create(&threads[t], 0, gradient, 0);
  for (int t = 0; t < THREADS; t++)
    pthread_join(threads[t], 0);
  printf("%ld %g\n", visits, total);
}
// CHECK: 800 19600
// CHECK-NOT: WARNING: ThreadSanitizer

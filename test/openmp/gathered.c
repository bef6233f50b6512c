/* Tables that all threads read: each thread gathers what it adds to their adjoints, page by page,
 * and adds it up in the end. */
//! teams: all
#include "check.h"

static double all(double *x) { // each iteration reads all of it
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 3)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += sin(x[i] * x[j]) * x[(i * j) % N];
  return sum;
}

enum { many = 400000 }; // some 800 pages, more than there are entries in a thread's table
static double scattered(double *x) {
  double *y = malloc(many * sizeof *y), sum = 0;
  for (int i = 0; i < many; i++)
    y[i] = x[i % N] * (1 + 1e-6 * i);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 40; j++) { // one page again and again, pages on the same entry, and any
      double near = y[(i * 40 + j) % 200], far = y[131072 + (i * 40 + j) % 200];
      sum += near * far * y[(i * 7919L + j * 104729L) % many];
    }
  free(y);
  return sum;
}

__attribute__((noinline)) static double weighed(const double *x, int i) {
  double sum = 0;
  for (int j = 0; j < N; j++)
    sum += x[j] * x[(i + j) % N];
  return sum;
}
static double called(double *x) { // partly in a function that is called
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 5; j++)
      sum += weighed(x, i) * x[(i + 40 * j) % N];
  return sum;
}

static double met(double *x) { // what one thread reads in the first loop is another's in the second
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        sum += x[j] * x[N - 1 - i] * x[(i + j) % N];
#pragma omp for
    for (int i = 0; i < N; i++)
      sum += x[i] * x[i] * x[i];
  }
  return sum;
}

static double twoViews(double *x) { // one array behind two names
  double sum = 0, *first = x, *later = x + 50;
#pragma omp parallel for reduction(+ : sum) firstprivate(first, later)
  for (int i = 0; i < 150; i++)
    for (int j = 0; j < 100; j++)
      sum += first[j] * later[(i + j) % 100] * cos(first[i]);
  return sum;
}

#define ALL(X) X(all) X(scattered) X(called) X(met) X(twoViews)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

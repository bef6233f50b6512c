// Tasks of parallel regions: with what they share and take along, with dependences, in groups, loops and recursion.
// flags: -fopenmp
// env: OMP_NUM_THREADS=1
#include "check.h"
#include <omp.h>

enum { N = 6 };

static double few(const double *x) {
  double a = 0, b = 0, c = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(a)
    a = x[0] * sin(x[1]);
#pragma omp task shared(b) firstprivate(x)
    b = x[2] * x[3];
#pragma omp taskwait
#pragma omp task shared(c) if (x[0] > 10)
    c = a * b;
  }
  return c * x[4] + x[5];
}
static double chained(const double *x) {
  double a = 0, b = 0, c = 0;
#pragma omp parallel
#pragma omp master
  {
#pragma omp task depend(out : a) shared(a)
    a = x[0] * x[1];
#pragma omp task depend(in : a) depend(out : b) shared(a, b)
    b = a * a;
#pragma omp task depend(in : a, b) depend(out : c) shared(a, b, c)
    c = exp(-a * b);
  }
  return a + b * c;
}
static double tree(const double *x, int begin, int end) {
  double left = 0, right = 0;
  if (end - begin == 1)
    return x[begin] * x[begin];
#pragma omp task shared(left)
  left = tree(x, begin, (begin + end) / 2);
#pragma omp task shared(right)
  right = tree(x, (begin + end) / 2, end);
#pragma omp taskwait
  return left * 1.5 + sin(right);
}
static double recursive(const double *x) {
  double result = 0;
#pragma omp parallel
#pragma omp single nowait
  result = tree(x, 0, N);
  return result;
}
static double inLoop(const double *x) {
  double out[N], sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++)
#pragma omp task shared(out) firstprivate(i)
    out[i] = x[i] * x[N - 1 - i];
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2) shared(sum, out)
  for (int i = 0; i < N; i++)
    sum += out[i] * (i + 1);
  return sum;
}
static double groups(const double *x) {
  double sum = x[0];
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < N; i++)
#pragma omp task in_reduction(+ : sum) firstprivate(i)
      sum += x[i] * x[i] * x[i];
  }
  return sum * sum;
}
CHECK_FUNCTION(few, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(chained, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(recursive, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(inLoop, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);
CHECK_FUNCTION(groups, N, 0.3, 0.7, -0.4, 1.1, 0.9, 1.3);

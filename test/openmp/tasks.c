// Tasks: each runs backwards in the thread that ran it, between what waited for it and what made
// it.
//! teams: all
#ifndef REPEATS
#define REPEATS 40
#endif
#include "check.h"

static double fibonacci(const double *x, int n) {
  if (n < 2)
    return sin(x[n]) + x[n + 3];
  double a, b;
#pragma omp task shared(a)
  a = fibonacci(x, n - 1);
#pragma omp task shared(b) if (n > 4)
  b = fibonacci(x + 1, n - 2);
#pragma omp taskwait
  return a * 0.7 + b * x[n] * 0.5;
}
static double recursion(double *x) {
  double result = 0;
#pragma omp parallel
#pragma omp single
  result = fibonacci(x, 9);
  return result;
}
static double treeSum(const double *x, int from, int to) { // one half by a task, one by itself
  if (to - from < 9) {
    double sum = 0;
    for (int i = from; i < to; i++)
      sum += x[i] * x[i] * x[i];
    return sum;
  }
  int middle = (from + to) / 2;
  double left, right;
#pragma omp task shared(left) final(to - from < 40)
  left = treeSum(x, from, middle);
  right = treeSum(x, middle, to);
#pragma omp taskwait
  return left + right + left * right * 1e-3;
}
static double halves(double *x) {
  double result;
#pragma omp parallel
#pragma omp master
  result = treeSum(x, 0, N);
  return result;
}
static void sort(double *x, int n) { // numbers change places
  if (n < 2)
    return;
  double middle = x[n / 2];
  int low = 0, high = n - 1;
  while (low <= high) {
    while (x[low] < middle)
      low++;
    while (x[high] > middle)
      high--;
    if (low <= high) {
      double other = x[low];
      x[low++] = x[high];
      x[high--] = other;
    }
  }
#pragma omp task if (n > 12)
  sort(x, high + 1);
#pragma omp task if (n > 12)
  sort(x + low, n - low);
}
static double sorted(double *x) { // nothing waits but the end of the region
  double y[N], sum = 0;
  for (int i = 0; i < N; i++)
    y[i] = x[i] * x[(i + 3) % N];
#pragma omp parallel
#pragma omp single nowait
  sort(y, N);
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i] * (i + 1);
  return sum / N;
}
static double blocks(double *x) { // in a loop, values of its own for each
  enum { size = 16 };
  double y[N], z[N], scale = x[0];
#pragma omp parallel
#pragma omp single
  {
    for (int from = 0; from < N; from += size) {
      double factor = scale + 0.1 * x[from];
#pragma omp task firstprivate(factor) shared(y)
      {
        factor *= x[1];
        for (int i = from; i < from + size && i < N; i++)
          y[i] = factor * sin(x[i]);
      }
      scale = scale * 0.9 + 0.05;
    }
#pragma omp taskwait
    for (int from = 0; from < N; from += size)
#pragma omp task shared(y, z)
      for (int i = from; i < from + size && i < N; i++)
        z[i] = y[i] * y[N - 1 - i];
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += z[i] * x[i];
  return sum;
}
static void grow(double *out, const double *x, int depth, int at) { // those below wait for nothing
  out[at] = x[at % N] * x[depth] + depth;
  if (depth == 0)
    return;
#pragma omp task
  grow(out, x, depth - 1, 2 * at + 1);
#pragma omp task
  grow(out, x, depth - 1, 2 * at + 2);
}
static double groups(double *x) {
  enum { nodes = 127 };
  double first[nodes], second[nodes], sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(sum)
    sum = exp(0.1 * x[7]); // is not of the group, and the taskwait in it waits for it
#pragma omp taskgroup
    {
      grow(first, x, 6, 0);
#pragma omp taskwait
      sum += x[5] * first[0];
#pragma omp taskgroup
      grow(second, x, 6, 0);
      second[3] *= second[100];
    }
    for (int i = 0; i < nodes; i++)
      sum += first[i] * second[i] * x[i];
  }
  return sum;
}
static double many(double *x) { // of all threads, with barriers between
  double y[N], z[N], sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for nowait
    for (int i = 0; i < N; i++)
#pragma omp task shared(y)
      y[i] = x[i] * sin(x[(i + 1) % N]);
#pragma omp barrier
#pragma omp for schedule(dynamic, 5)
    for (int i = 0; i < N; i++) {
      double part = 0;
#pragma omp task shared(part)
      part = y[i] * y[N - 1 - i];
#pragma omp taskyield
#pragma omp taskwait
      z[i] = part * x[0];
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      sum += z[i] * z[(i + 2) % N];
  }
  return sum;
}

// ThreadSanitizer does not see that libomp uses memory of tasks again, where tasks make tasks that
// they do not wait for.
#if __has_feature(thread_sanitizer)
#define ALL(X) X(recursion) X(halves) X(blocks) X(many)
#else
#define ALL(X) X(recursion) X(halves) X(sorted) X(blocks) X(groups) X(many)
#endif
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}

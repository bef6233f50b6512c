// Parallel regions whose results may be others with more threads than the one that a derivative has.
// RUN: enzyme-clang -fopenmp -mllvm -enzyme-openmp=serial -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -fopenmp -mllvm -enzyme-openmp=serial -O2 -Xclang -verify -c %s -o %t.o
// REQUIRES: openmp
#include <omp.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double weighted(const double *x, int n) {
  double parts[64] = {0}, sum = 0;
#pragma omp parallel
  {
    int number = omp_get_thread_num();
    for (int i = number; i < n; i += omp_get_num_threads())
      parts[number] += x[i] * x[i] * (number + 1); // expected-warning {{its derivative is that of a team of one thread; it is right where the result does not depend on the number of threads, and -Wno-enzyme-one-thread says so; else let a loop or sections (omp for, omp sections) tell threads what to do [ENZ0186]}}
  }
  for (int t = 0; t < 64; t++)
    sum += parts[t];
  return sum;
}
static double average(const double *x, int n) {
  double sum = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += x[i] * x[i];
#pragma omp single
    sum /= omp_get_num_threads(); // expected-warning {{its derivative is that of a team of one thread}}
  }
  return sum;
}
static double ofEach(const double *x) {
  double sum = 0, product = 1;
#pragma omp parallel reduction(+ : sum)
  sum += x[0] * x[0]; // expected-warning {{or adds up what each of them computes; its derivative is that of a team of one thread}}
#pragma omp parallel
#pragma omp critical
  product *= x[1]; // expected-warning {{its derivative is that of a team of one thread}}
#pragma omp parallel
#pragma omp single
#pragma omp atomic
  sum += x[2];
  return sum * product;
}
static double ofEachAndTasks(const double *x, int n) {
  double sum = 0;
#pragma omp parallel reduction(task, + : sum)
  {
    sum += x[0] * x[0]; // expected-warning {{its derivative is that of a team of one thread}}
#pragma omp single
    for (int i = 0; i < n; i++)
#pragma omp task in_reduction(+ : sum)
      sum += x[i] * x[i];
  }
  return sum;
}
static double roles(const double *x) {
  double squares = 0, cubes = 0;
#pragma omp parallel num_threads(2)
  {
    int count = omp_get_num_threads();
    if (omp_get_thread_num() == 0) // expected-warning {{its derivative is that of a team of one thread}}
      squares = x[0] * x[0] * (count > 0);
    else
      cubes = x[1] * x[1] * x[1];
  }
  return squares + cubes;
}
// What divides the work, and what the first thread does alone, is the same by one.
static double divided(const double *x, int n) {
  double parts[64] = {0}, sum = 0;
#pragma omp parallel
  {
    int number = omp_get_thread_num(), count = omp_get_num_threads();
    int first = n * number / count, end = number == count - 1 ? n : n * (number + 1) / count;
    for (int i = first; i < end; i++)
      parts[number] += x[i] * x[i];
#pragma omp barrier
    if (number == 0)
      for (int t = 0; t < count; t++)
        sum += parts[t];
  }
  return sum;
}
void gradients(const double *x, double *dx, int n) {
  __enzyme_autodiff((void *)weighted, enzyme_dup, x, dx, enzyme_const, n);
  __enzyme_autodiff((void *)average, enzyme_dup, x, dx, enzyme_const, n);
  __enzyme_autodiff((void *)roles, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)divided, enzyme_dup, x, dx, enzyme_const, n);
  __enzyme_autodiff((void *)ofEach, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)ofEachAndTasks, enzyme_dup, x, dx, enzyme_const, n);
}

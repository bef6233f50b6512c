// C++ does not know that OpenMP's functions throw nothing: regions call them by invokes. What a region asks is
// seen all the same.
// RUN: enzyme-clang++ -fopenmp -mllvm -enzyme-openmp=serial -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang++ -fopenmp -mllvm -enzyme-openmp=serial -O2 -Xclang -verify -c %s -o %t.o
// REQUIRES: openmp
#include <omp.h>
extern int enzyme_dup, enzyme_const;
template <class... Arguments> void __enzyme_autodiff(void *, Arguments...);

static double strided(const double *x, int n) {
  double sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum) // expected-error {{a parallel region that asks for the number of its thread, in a team whose size is given (num_threads)}}
  for (int i = omp_get_thread_num(); i < n; i += 3)
    sum += x[i] * x[i];
  return sum;
}
static double weighted(const double *x, int n) {
  double parts[64] = {0}, sum = 0;
#pragma omp parallel
  {
    int number = omp_get_thread_num();
    for (int i = number; i < n; i += omp_get_num_threads())
      parts[number] += x[i] * x[i] * (number + 1); // expected-warning {{its derivative is that of a team of one thread}}
  }
  for (int t = 0; t < 64; t++)
    sum += parts[t];
  return sum;
}
void gradients(const double *x, double *dx, int n) {
  __enzyme_autodiff((void *)strided, enzyme_dup, x, dx, enzyme_const, n);
  __enzyme_autodiff((void *)weighted, enzyme_dup, x, dx, enzyme_const, n);
}

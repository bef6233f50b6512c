#include <omp.h>
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
int main(void) {
  double sum = 0;
  int threads = 0;
#pragma omp parallel reduction(+ : sum)
  {
    threads = omp_get_num_threads();
#pragma omp for
    for (int i = 0; i < 100; i++)
      sum += __enzyme_autodiff((void *)square, (double)i);
  }
  printf("sum of slopes over %d threads: %g\n", threads, sum);
}

// Atomic updates that compilers make calls of libatomic of are refused by its functions' names.
// RUN: not enzyme-clang -fopenmp %s -o %t 2>&1 | FileCheck %s
// RUN: not enzyme-clang -fopenmp -O2 -DCOMPLEX %s -o %t 2>&1 | FileCheck %s
// REQUIRES: openmp
// CHECK: error: no derivative is known for 2 functions: '__atomic_compare_exchange', '__atomic_load'
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
#ifdef COMPLEX
typedef _Complex double Number;
#else
typedef long double Number;
#endif
static double sum(Number *x) {
  Number all = 0;
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
#pragma omp atomic
    all += x[i] * x[i];
  return all;
}
int main(void) {
  Number x[8] = {1, 2, 3}, dx[8] = {0};
  return __enzyme_autodiff((void *)sum, enzyme_dup, x, dx) > 0;
}

// Where most of the time would go into atomic sums, one thread runs a region in the reverse sweep; not so in a program that
// asks how large teams are, where all regions would have to follow.
// RUN: enzyme-clang -O2 -fopenmp -c %s -o %t.o -Rpass=enzyme -Rpass-missed=enzyme 2>&1 | FileCheck %s
// RUN: enzyme-clang -O2 -fopenmp -DASKS -c %s -o %t.o -Rpass=enzyme -Rpass-missed=enzyme 2>&1 | FileCheck --check-prefix=ASKS %s
int omp_get_max_threads(void);
void __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

// CHECK: [[@LINE+5]]:1: remark: this parallel region is run by one thread in derivatives: sums that its threads share would cost more than they save
// ASKS-NOT: run by one thread
// ASKS: [[@LINE+3]]:1: remark: this parallel region is run by its team in derivatives
// ASKS-NOT: run by one thread
static void gather(const double *x, double *y, const int *list, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[list[i]] + x[list[i + 1]];
}

static double sum(const double *x, const int *list, int n) {
  static double y[100];
#ifdef ASKS
  if (omp_get_max_threads() > 64)
    return 0;
#endif
  gather(x, y, list, n);
  return y[0] * y[1];
}

void gradient(const double *x, double *dx, const int *list) {
  __enzyme_autodiff((void *)sum, enzyme_dup, x, dx, enzyme_const, list, 99);
}

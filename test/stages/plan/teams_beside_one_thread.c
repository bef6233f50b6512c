// What threads cannot run at once keeps the regions that do it from their teams, and no others.
// RUN: enzyme-clang -O2 -fopenmp -fenzyme-openmp=threads -c %s -o %t.o -Rpass=enzyme -Rpass-missed=enzyme 2>&1 | FileCheck %s
void __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;
typedef double (*Function)(double);

static double through(const Function *functions, const double *x, int n) {
  double sum = 0;
// CHECK-DAG: [[@LINE+1]]:1: remark: this parallel region is run by one thread in derivatives: a call through a pointer
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += functions[i & 1](x[i]);
  return sum;
}
static double apart(const double *x, int n) {
  double sum = 0;
// CHECK-DAG: [[@LINE+1]]:1: remark: this parallel region is run by its team in derivatives
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i] * x[i];
  return sum;
}
static double both(const Function *functions, const double *x, int n) {
  return through(functions, x, n) * apart(x, n);
}
void gradient(const Function *functions, const double *x, double *dx, int n) {
  __enzyme_autodiff((void *)both, enzyme_const, functions, enzyme_dup, x, dx, n);
}

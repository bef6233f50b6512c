// Regions that one thread runs because of what is asked for, or of the program's settings, and why: said by -Rpass-missed=enzyme.
// RUN: enzyme-clang++ -O2 -fopenmp -mllvm -enzyme-openmp=threads -Rpass-missed=enzyme -DSECOND_ORDER -c %s -o %t.o 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: enzyme-clang++ -O2 -fopenmp -mllvm -enzyme-openmp=threads -Rpass-missed=enzyme -DFROM_TAPE -c %s -o %t.o 2>&1 | FileCheck --check-prefix=TAPE %s
// RUN: enzyme-clang++ -O2 -fopenmp -mllvm -enzyme-openmp=threads -Rpass-missed=enzyme -DSETTINGS -c %s -o %t.o 2>&1 | FileCheck --check-prefix=SETTINGS %s
// REQUIRES: openmp
#include <omp.h>
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);
constexpr int n = 40;

static double product(double *x) {
  double all = 1;
  // SECOND: [[#@LINE+2]]:1: remark: {{.*}} run by one thread in derivatives: a derivative of a derivative
  // TAPE: [[#@LINE+1]]:1: remark: {{.*}} run by one thread in derivatives: a section of a lock, or tasks, in forward mode from a tape
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp critical
    all *= x[i];
  return all;
}
static double scheduled(double *x) {
  double y[n];
  // SETTINGS: [[#@LINE+1]]:1: remark: {{.*}} run by one thread in derivatives: 'omp_set_schedule'
#pragma omp parallel
  {
    omp_set_schedule(omp_sched_static, 2);
#pragma omp for schedule(runtime)
    for (int i = 0; i < n; i++)
      y[i] = x[i] * x[i];
  }
  return y[0] * y[n - 1];
}
static double number;
#pragma omp threadprivate(number)
static double ofGivenSize(double *x) {
  double y[n];
  // SETTINGS: [[#@LINE+1]]:1: remark: {{.*}} run by one thread in derivatives: a thread's own static variable beside teams of a given size (num_threads, line [[#@LINE+1]])
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < n; i++) {
    number = x[i];
    y[i] = number * number;
  }
  return y[0] * y[n - 1];
}
#ifdef SETTINGS
void gradients(double *x, double *dx) {
  __enzyme_autodiff((void *)scheduled, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)ofGivenSize, enzyme_dup, x, dx);
}
#elif defined SECOND_ORDER
static void gradient(double *x, double *dx) { __enzyme_autodiff((void *)product, enzyme_dup, x, dx); }
void hessianTimes(double *x, double *along, double *dx, double *result) {
  __enzyme_fwddiff((void *)gradient, enzyme_dup, x, along, enzyme_dup, dx, result);
}
#else
double tangent(double *x, double *dx) {
  void *tape = __enzyme_augmentfwd((void *)product, enzyme_dup, x, dx);
  return __enzyme_fwdsplit((void *)product, enzyme_dup, x, dx, tape);
}
#endif

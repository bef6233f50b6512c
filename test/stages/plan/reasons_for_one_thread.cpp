// Regions that one thread runs in derivatives, and why: said by -Rpass-missed=enzyme.
// RUN: enzyme-clang++ -std=c++20 -O2 -fopenmp -mllvm -enzyme-openmp=threads -Rpass-missed=enzyme -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not="run by one thread" %s
// REQUIRES: openmp
#include <atomic>
#include <vector>
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
constexpr int n = 40;

static double ownArray(double *x) {
  double own[3] = {x[0], x[1], x[2]}, y[n];
#pragma omp parallel
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a task with arrays or objects of its own
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task firstprivate(own, i) shared(y)
    y[i] = own[i % 3] * x[i];
  return y[0] * y[n - 1];
}
static double ownObject(double *x) {
  std::vector<double> own(x, x + 3);
  double y[n];
#pragma omp parallel
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a task with objects that are destroyed
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task firstprivate(own, i) shared(y)
    y[i] = own[i % 3] * x[i];
  return y[0] * y[n - 1];
}
static double ownArrayOfLoop(double *x) {
  double own[3] = {x[0], x[1], x[2]}, y[n];
#pragma omp parallel
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a task with arrays or objects of its own
#pragma omp single
#pragma omp taskloop firstprivate(own) shared(y)
  for (int i = 0; i < n; i++)
    y[i] = own[i % 3] * x[i];
  return y[0] * y[n - 1];
}
static double products(double *x) {
  double product = 1;
#pragma omp parallel
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: '__kmpc_taskred_init'
#pragma omp single
#pragma omp taskgroup task_reduction(* : product)
  for (int i = 0; i < n; i++)
#pragma omp task in_reduction(* : product)
    product *= x[i];
  return product;
}
static double exchanged(double *x) {
  std::atomic<double> sum{0};
#pragma omp parallel for
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a comparison and exchange
  for (int i = 0; i < n; i++)
    sum.fetch_add(x[i] * x[i]);
  return sum.load();
}
static double *place;
#pragma omp threadprivate(place)
static double addresses(double *x) {
  double y[n];
#pragma omp parallel for
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a thread's own static variable that holds addresses
  for (int i = 0; i < n; i++) {
    place = x + i;
    y[i] = *place * *place;
  }
  return y[0] * y[n - 1];
}
static double number;
#pragma omp threadprivate(number)
static double besideTasks(double *x) {
  double y[n];
#pragma omp parallel for
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a thread's own static variable beside tasks
  for (int i = 0; i < n; i++) {
    number = x[i];
#pragma omp task shared(y) firstprivate(i)
    y[i] = x[i] * x[i];
    x[i] = number * number;
  }
  return y[0] * y[n - 1];
}
__attribute__((noinline)) static double handed(double *x) {
  double own;
#pragma omp single copyprivate(own)
  own = x[0] * x[1];
  return own;
}
static double copied(double *x) {
  double y[n];
#pragma omp parallel
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: copyprivate in a function that is called
  {
    double own = handed(x);
#pragma omp for
    for (int i = 0; i < n; i++)
      y[i] = own * x[i];
  }
  return y[0] * y[n - 1];
}
#define GRADIENT(f) __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
void gradients(double *x, double *dx) {
  GRADIENT(ownArray)
  GRADIENT(ownObject)
  GRADIENT(ownArrayOfLoop)
  GRADIENT(products)
  GRADIENT(exchanged)
  GRADIENT(addresses)
  GRADIENT(besideTasks)
  GRADIENT(copied)
}

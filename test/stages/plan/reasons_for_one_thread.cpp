// Regions that one thread runs in derivatives, and why: said by -Rpass-missed=enzyme.
// RUN: enzyme-clang++ -std=c++20 -O2 -fopenmp -mllvm -enzyme-openmp=threads -Rpass-missed=enzyme -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not="run by one thread" %s
// REQUIRES: openmp
#include <atomic>
#include <vector>
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
constexpr int n = 40;

static double ownArray(double *x) {
  double own[20] = {x[0], x[1], x[2]}, y[n];
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
  double own[20] = {x[0], x[1], x[2]}, y[n];
#pragma omp parallel
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a task with arrays or objects of its own
#pragma omp single
#pragma omp taskloop firstprivate(own) shared(y)
  for (int i = 0; i < n; i++)
    y[i] = own[i % 3] * x[i];
  return y[0] * y[n - 1];
}
struct Into { // leads into itself
  double value;
  double *there;
  Into(double value) : value(value), there(&this->value) {}
  Into(const Into &other) : value(other.value), there(&value) {}
};
static double leadsIntoItself(double *x) {
  Into own(x[0]);
  double y[n];
#pragma omp parallel
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a task with objects that code puts there
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task firstprivate(own, i) shared(y)
  {
    *own.there *= x[i];
    y[i] = own.value;
  }
  return y[0] * y[n - 1];
}
union Word {
  struct {
    char letter;
    int number;
  } small;
  char bytes[8];
};
static double withGaps(double *x) {
  Word own = {};
  double y[n];
#pragma omp parallel
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a task with arrays or objects of its own
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task firstprivate(own, i) shared(y)
    y[i] = own.bytes[i % 8] * x[i];
  return y[0] * y[n - 1];
}
struct Noted { // tells where it lies
  double value;
  Noted(double value) : value(value) {}
  __attribute__((noinline)) Noted(const Noted &other) : value(other.value) { last = this; }
  static Noted *last;
};
Noted *Noted::last;
static double noted(double *x) {
  Noted own(x[0]);
  double y[n];
#pragma omp parallel
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a task with objects that code puts there
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task firstprivate(own, i) shared(y)
    y[i] = own.value * x[i];
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
static double objectOfLoop(double *x) {
  std::vector<double> own(x, x + 3);
  double y[n];
#pragma omp parallel
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a task with objects that are destroyed
#pragma omp single
#pragma omp taskloop firstprivate(own) shared(y)
  for (int i = 0; i < n; i++)
    y[i] = own[i % 3] * x[i];
  return y[0] * y[n - 1];
}
static double doacross(double *x) {
  double y[n];
  y[0] = x[0];
#pragma omp parallel for ordered(1)
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: '__kmpc_doacross_init'
  for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
    y[i] = y[i - 1] * x[i];
#pragma omp ordered depend(source)
  }
  return y[n - 1];
}
extern "C" int MPI_Barrier(int);
static double exchanging(double *x) {
  double y[n];
#pragma omp parallel for
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: 'MPI_Barrier'
  for (int i = 0; i < n; i++) {
    MPI_Barrier(0);
    y[i] = x[i] * x[i];
  }
  return y[0] * y[n - 1];
}
static double inTeamsOfTeams(double *x) {
  double y[n];
#pragma omp parallel for
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a thread's own static variable in teams of teams
  for (int i = 0; i < n; i++) {
    number = x[i];
#pragma omp parallel for
    // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: another region that is run by one thread
    for (int k = 0; k < 2; k++)
      if (k == 0)
        y[i] = x[i] * x[i];
    y[i] *= number;
  }
  return y[0] * y[n - 1];
}
static double orderedAround(double *x) {
  double y[n];
#pragma omp parallel for ordered
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a region that may be in an ordered section
  for (int i = 0; i < n; i++)
#pragma omp ordered
  {
#pragma omp parallel for
    // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: another region that is run by one thread
    for (int k = 0; k < 2; k++)
      if (k == 0)
        y[i] = x[i] * x[i];
  }
  return y[0] * y[n - 1];
}
__attribute__((noinline)) static double cube(double x) { return x * x * x; }
static double augmentedCube(double x) { return x * x * x; }
static double reverseCube(double x, double seed) { return 3 * x * x * seed; }
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)augmentedCube, (void *)reverseCube};
static double registered(double *x) {
  double y[n];
#pragma omp parallel for
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a registered derivative of 'cube
  for (int i = 0; i < n; i++)
    y[i] = cube(x[i]);
  return y[0] * y[n - 1];
}
extern "C" void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
static double matrices(double *x) {
  double y[n];
#pragma omp parallel for
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: a routine of BLAS or LAPACK
  for (int i = 0; i < n; i++)
    cblas_dgemv(101, 111, 1, 3, 1.0, x, 3, x + i, 1, 0.0, y + i, 1);
  return y[0] * y[n - 1];
}
static double halves(_Float16 *x) {
  _Float16 y[n];
#pragma omp parallel for
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: sums of a type that is not added atomically
  for (int i = 0; i < n; i++)
    y[i] = x[0] * x[i];
  return y[0] * y[n - 1];
}
static double quads(__float128 *x) {
  __float128 y[n];
#pragma omp parallel for
  // CHECK: [[#@LINE-1]]:1: remark: {{.*}} run by one thread in derivatives: sums of a type that is not added atomically
  for (int i = 0; i < n; i++)
    y[i] = x[0] * x[i];
  return y[0] * y[n - 1];
}
#define GRADIENT(f) __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
void gradients(double *x, double *dx) {
  GRADIENT(ownArray)
  GRADIENT(ownObject)
  GRADIENT(ownArrayOfLoop)
  GRADIENT(leadsIntoItself)
  GRADIENT(withGaps)
  GRADIENT(noted)
  GRADIENT(products)
  GRADIENT(addresses)
  GRADIENT(besideTasks)
  GRADIENT(copied)
  GRADIENT(objectOfLoop)
  GRADIENT(doacross)
  GRADIENT(exchanging)
  GRADIENT(inTeamsOfTeams)
  GRADIENT(orderedAround)
  GRADIENT(registered)
  GRADIENT(matrices)
}
void ofOtherTypes(_Float16 *x, _Float16 *dx, __float128 *y, __float128 *dy) {
  __enzyme_autodiff((void *)halves, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)quads, enzyme_dup, y, dy);
}

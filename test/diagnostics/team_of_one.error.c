// Regions that only one thread can run in derivatives (each changes a setting of OpenMP), and whose results depend on how many
// threads there are: the derivative of one thread would be another function's.
// RUN: enzyme-clang -g -fopenmp -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -g -fopenmp -O2 -Xclang -verify -c %s -o %t.o
// REQUIRES: openmp
#include <omp.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
static void alone(void) { omp_set_max_active_levels(3); }

static double strided(const double *x, int n) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: a thread's number is used, or how many there are)}}
  {
    alone();
    int number = omp_get_thread_num(), count = omp_get_num_threads();
    if (number < count)
      sum += x[number] * x[number];
  }
  return sum;
}
static double squares(const double *x, int n) {
  double sum = 0;
#pragma omp parallel // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: each thread adds something by itself)}}
  {
    alone();
#pragma omp for
    for (int i = 0; i < n; i++)
#pragma omp atomic
      sum += x[i] * x[i];
#pragma omp atomic
    sum += x[0];
  }
  return sum;
}
static double reduced(const double *x, int n) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: each thread adds something by itself)}}
  {
    alone();
#pragma omp for
    for (int i = 0; i < n; i++)
      sum += x[i] * x[i];
    sum += x[0] * x[0];
  }
  return sum;
}
static double products(const double *x, int n) {
  double all = 1;
#pragma omp parallel // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: each thread adds something by itself)}}
  {
    alone();
    double own = 1;
#pragma omp for
    for (int i = 0; i < n; i++)
      own *= x[i];
#pragma omp critical
    all += own;
  }
  return all;
}
static double ofSquares(const double *x, int n) {
  double all = 0;
#pragma omp parallel // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: each thread adds something by itself)}}
  {
    alone();
    double own = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      own += x[i];
#pragma omp critical
    all += own * own;
  }
  return all;
}
static double from(const double *x, int n) {
  double all = 0;
#pragma omp parallel // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: each thread adds something by itself)}}
  {
    alone();
    double own = x[0];
#pragma omp for
    for (int i = 0; i < n; i++)
      own += x[i];
#pragma omp critical
    all += own;
  }
  return all;
}
static double filtered(const double *x, int n) {
  double y[64], sum = 0, state = 0;
#pragma omp parallel for firstprivate(state) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: a thread's variable is carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    state = 0.5 * state + x[i];
    y[i] = state * state;
  }
  for (int i = 0; i < n; i++)
    sum += y[i];
  return sum;
}
static double tasks(const double *x, int n) {
  double sum = 0;
#pragma omp parallel // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: each thread makes tasks)}}
  {
    alone();
#pragma omp task shared(sum)
#pragma omp atomic
    sum += x[0] * x[0];
  }
  return sum;
}
static double modified(const double *x, int n) {
  double sum = 1;
#pragma omp parallel reduction(task, * : sum) // expected-error-re {{a parallel region that only one thread can run in derivatives ('__kmpc_taskred_modifier_init') and whose result may depend on how many there are (line {{[0-9]+}}: a thread's number is used, or how many there are)}}
  {
    sum *= x[0] * x[0] * (omp_get_thread_num() < omp_get_num_threads());
#pragma omp single
    for (int i = 0; i < n; i++)
#pragma omp task in_reduction(* : sum)
      sum *= x[i] * x[i];
  }
  return sum;
}
static double modifiedOfEach(const double *x, int n) {
  double sum = 1;
#pragma omp parallel reduction(task, * : sum) // expected-error-re {{a parallel region that only one thread can run in derivatives ('__kmpc_taskred_modifier_init') and whose result may depend on how many there are (line {{[0-9]+}}: each thread adds something by itself)}}
  {
    sum *= x[0] * x[0];
#pragma omp single
    for (int i = 0; i < n; i++)
#pragma omp task in_reduction(* : sum)
      sum *= x[i] * x[i];
  }
  return sum;
}
#pragma omp declare reduction(twice : double : omp_out *= omp_in) initializer(omp_priv = 2)
struct pair {
  double a, b;
};
#pragma omp declare reduction(add : struct pair : omp_out.a += omp_in.a, omp_out.b += omp_in.b) initializer(omp_priv = {0, 0})
static double fromTwo(const double *x, int n) {
  double product = x[0];
  struct pair sums = {0, 0}; // this one begins from nothing
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(add : sums)
#pragma omp task in_reduction(add : sums)
  sums.a += x[0] * x[0];
#pragma omp parallel // expected-error-re {{a parallel region that only one thread can run in derivatives ('__kmpc_taskred_init') and whose result may depend on how many there are (line {{[0-9]+}}: each thread's part of a reduction of tasks may begin from what changes it)}}
#pragma omp single
#pragma omp taskgroup task_reduction(twice : product)
  for (int i = 0; i < n; i++)
#pragma omp task in_reduction(twice : product)
    product *= x[i];
  return product + sums.a * sums.b;
}
static double asked(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: a thread's number is used, or how many there are)}}
  for (int i = 0; i < n; i++) {
    alone();
    double v = omp_in_parallel() ? x[i] * x[i] : x[i];
#pragma omp atomic
    sum += v;
  }
  return sum;
}
static double largest(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: a thread's number is used, or how many there are)}}
  for (int i = 0; i < n; i++) {
    alone();
    sum += x[i] * x[i];
  }
  return sum / omp_get_max_threads();
}
static _Thread_local double mine;
static double ofThreads(const double *x, int n) {
  double y[64], sum = 0;
#pragma omp parallel for // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: a thread's variable is carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    mine = 0.5 * mine + x[i];
    y[i] = mine * mine;
  }
  for (int i = 0; i < n; i++)
    sum += y[i];
  return sum;
}
static double called(const double *x, double *sum) {
#pragma omp critical
  *sum *= x[0];
  return 0;
}
static double inCalled(const double *x, int n) {
  double sum = 1;
#pragma omp parallel // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: each thread adds something by itself)}}
  {
    alone();
    called(x, &sum);
  }
  return sum;
}
static double nested(const double *x, int n) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: each thread adds something by itself)}}
  {
    alone();
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += x[i] * x[i];
  }
  return sum;
}
#define ALL(X) \
  X(strided) X(squares) X(reduced) X(products) X(ofSquares) X(from) X(filtered) X(tasks) X(modified) X(modifiedOfEach) X(fromTwo) X(asked) X(largest) X(ofThreads) X(inCalled) X(nested)
#define ONE(F) __enzyme_autodiff((void *)F, enzyme_dup, x, dx, enzyme_const, n);
void gradients(const double *x, double *dx, int n) {
  ALL(ONE)
}

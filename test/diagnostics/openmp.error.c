// RUN: enzyme-clang -fopenmp -Xclang -verify -c %s -o %t.o
// REQUIRES: openmp
// Parallel regions that are not the same run by one thread: they count on a number of threads, use what has no form for
// one, or share work in a function that is called outside, too. And regions that carry no derivative.
#include <omp.h>
#include <stdio.h>
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double fourThreads(const double *x) {
  double s = 0;
#pragma omp parallel num_threads(4) // expected-error-re {{a parallel region that asks for the number of its thread, in a team whose size is given (num_threads) is not supported yet in differentiated code; a derivative runs this region by one thread (another region that is run by one thread): divide the work by omp_get_num_threads(){{.*}}ENZ0070}}
  {
#pragma omp atomic
    s += x[omp_get_thread_num()];
  }
  return s;
}
static double someThread(const double *x) {
  double s = 0;
#pragma omp parallel // expected-error-re {{asks for the number of its thread, but not of how many there are{{.*}}ENZ0070}}
  {
    if (omp_get_thread_num() == 1)
      s = x[0] * x[1];
  }
  return s;
}
static double cancelled(const double *x) {
  double s = 0;
#pragma omp parallel // expected-error-re {{a parallel region with 'cancel'{{.*}}ENZ0070}}
#pragma omp for
  for (int i = 0; i < 4; i++) {
#pragma omp cancel for if (x[i] < 0)
#pragma omp atomic
    s += x[i] * x[i];
  }
  return s;
}
static double detached(const double *x) {
  double s = 0;
#pragma omp parallel // expected-error-re {{a parallel region with 'detach'{{.*}}ENZ0070}}
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) shared(s)
    {
      s = x[0] * x[1];
      omp_fulfill_event(event);
    }
  }
  return s;
}
static double untied(const double *x) {
  double y[4], s = 0;
#pragma omp parallel // expected-error-re {{a parallel region with 'untied'{{.*}}ENZ0070}}
#pragma omp single
  {
#pragma omp task untied shared(y)
    {
      y[0] = x[0] * x[1];
#pragma omp task shared(y)
      y[1] = x[1];
#pragma omp taskwait
      y[0] *= y[1];
    }
#pragma omp taskwait
    s = y[0];
  }
  return s;
}
static double near(const double *x) {
  double s = 0;
#pragma omp parallel // expected-error-re {{a parallel region with 'affinity'{{.*}}ENZ0070}}
#pragma omp single
#pragma omp task affinity(x[0]) shared(s)
  s = x[0] * x[1];
  return s;
}
__attribute__((noinline)) static void squares(double *y, const double *x) {
#pragma omp for
  for (int i = 0; i < 4; i++)
    y[i] = x[i] * x[i];
}
static double insideAndOutside(const double *x) {
  double y[4], z[4];
#pragma omp parallel // expected-error-re {{shares work in a function that is also called outside of it{{.*}}ENZ0070}}
  squares(y, x);
  squares(z, y);
  return y[0] * z[3];
}
static double reports(const double *x) {
#pragma omp parallel num_threads(3)
  printf("thread %d\n", omp_get_thread_num());
  return *x * *x;
}
void requests(const double *x, double *dx) {
  __enzyme_autodiff((void *)fourThreads, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)someThread, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)cancelled, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)detached, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)untied, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)near, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)insideAndOutside, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)reports, enzyme_dup, x, dx);
}

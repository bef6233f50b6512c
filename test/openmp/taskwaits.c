// Waits for the tasks that depend on something, and tasks that run at once after those that they
// depend on.
//! teams: all
//! races: by the tool
// Not under Archer: the libomp of LLVM 19 ends programs with such waits, without derivatives too,
// where a tool is told of them (an assertion in kmp_taskdeps.cpp).
#ifndef REPEATS
#define REPEATS 40
#endif
#define N 40
#include "check.h"

static double waits(double *x) { // for some tasks only, and at once
  double a = 0, b = 0, c = 0, d = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a) shared(a)
    a = x[0] * x[1];
#pragma omp task depend(out : d) shared(d)
    d = sin(x[4]);
#pragma omp task depend(in : a) depend(out : b) shared(a, b) if (0)
    b = a * x[2];
    c = b * b * x[5]; // is done by now
#pragma omp task depend(inout : a) shared(a, b)
    a = b * b + a;
#pragma omp taskwait depend(in : a)
    c += a * a;
  }
  return a * b * c * d;
}

static double inPlace(double *x) { // some at once; of 16 bytes, which code takes for aligned
  double own[2] = {x[0], x[1]}, y[N];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++) {
#pragma omp task firstprivate(own, i) shared(y) if (i % 3) depend(out : y[i])
    {
      own[i % 2] *= x[i];
      y[i] = own[0] * own[1];
    }
#pragma omp task firstprivate(own, i) shared(y) final(i % 2) depend(inout : y[i])
    {
      own[1 - i % 2] += y[i];
      y[i] = own[0] * own[1];
    }
    own[0] += 0.01 * x[i];
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i];
  return sum;
}
DERIVATIVES(waits)
DERIVATIVES(inPlace)

int main(void) {
  CHECK(waits)
  CHECK(inPlace)
  return failures != 0;
}

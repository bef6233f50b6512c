// Waits for the tasks that depend on something, and tasks that run at once after those that they
// depend on.
//! teams: all
//! races: by the tool
// Not under Archer: the libomp of LLVM 19 ends programs with such waits, without derivatives too,
// where a tool is told of them (an assertion in kmp_taskdeps.cpp).
#ifndef REPEATS
#define REPEATS 40
#endif
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

DERIVATIVES(waits)

int main(void) {
  CHECK(waits)
  return failures != 0;
}

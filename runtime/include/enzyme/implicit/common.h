/*===- common.h - what the rules of implicit functions share ----------------===*/
#ifndef ENZYME_IMPLICIT_COMMON_H
#define ENZYME_IMPLICIT_COMMON_H

#include <enzyme/enzyme.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
void __enzyme_fwddiff_implicit(void *, ...);
void __enzyme_autodiff_implicit(void *, ...);
/* The runtime's (runtime.h): memory that lives as long as the tape, and the end of the run. */
void *enzyme_rt_alloc(size_t bytes);
void enzyme_rt_refuse(const char *message, const char *position) __attribute__((noreturn));
#ifdef __cplusplus
}
#endif

/* Each file that includes the headers has the functions for itself. */
#define ENZYME_IMPLICIT static __attribute__((unused))
/* A function with rules, which are registered behind it. */
#define ENZYME_IMPLICIT_RULED static __attribute__((unused, noinline))
#define ENZYME_IMPLICIT_REGISTER static __attribute__((used)) void *

/* Work memory of a function, to be freed by it. */
ENZYME_IMPLICIT double *enzyme_implicit_new(size_t count) {
  double *numbers = (double *)calloc(count ? count : 1, sizeof(double));
  if (!numbers)
    enzyme_rt_refuse("no memory is left for an implicit function", 0);
  return numbers;
}

/* A copy that the tape keeps for the reverse sweep. */
ENZYME_IMPLICIT double *enzyme_implicit_keep(const double *numbers, size_t count) {
  double *kept = (double *)enzyme_rt_alloc((count ? count : 1) * sizeof(double));
  if (count)
    memcpy(kept, numbers, count * sizeof(double));
  return kept;
}

ENZYME_IMPLICIT double enzyme_implicit_dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

ENZYME_IMPLICIT int enzyme_implicit_is_zero(int n, const double *a) {
  for (int i = 0; i < n; ++i)
    if (a[i] != 0)
      return 0;
  return 1;
}

ENZYME_IMPLICIT int enzyme_implicit_is_finite(int n, const double *a) {
  for (int i = 0; i < n; ++i)
    if (!(a[i] - a[i] == 0))
      return 0;
  return 1;
}

#endif

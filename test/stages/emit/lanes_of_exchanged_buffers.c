// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// Two buffers that change places: pointers lead to one or the other, and the lanes of both stand side by side, aligned as vectors.
#include <stdlib.h>
#include <string.h>
extern int enzyme_width, enzyme_dup, enzyme_const;
typedef struct {
  double t[4];
} T4;
T4 __enzyme_fwddiff(void *, ...);
double f(const double *x, const int *at, long n, int steps) {
  double *from = malloc(n * sizeof(double)), *to = malloc(n * sizeof(double));
  memcpy(from, x, n * sizeof(double));
  for (int s = 0; s < steps; s++) {
    for (long i = 0; i < n; i++)
      to[i] = from[at[i]] * from[i];
    double *other = from;
    from = to;
    to = other;
  }
  double first = from[0];
  free(from);
  free(to);
  return first;
}
T4 along(const double *x, const double *a, const double *b, const double *c, const double *d, const int *at, long n) {
  return __enzyme_fwddiff((void *)f, enzyme_width, 4, enzyme_dup, x, a, b, c, d, enzyme_const, at, n, 10);
}
// CHECK-LABEL: define internal {{.*}}@enzyme.forward.f.0(
// CHECK: call {{.*}}@aligned_alloc(i64 32,
// CHECK: load i32
// CHECK: load <4 x double>
// CHECK: load <4 x double>
// CHECK: store <4 x double>

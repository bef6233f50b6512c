// A function that hands out an aligned address in a block of malloc's, and the one that takes it back, are an allocator and
// its partner: shadows come from there, and what is moved in such memory is what lies there. Not so what hands out
// less than it was asked for, nor where others read the note of where the block begins.
// RUN: enzyme-clang -O2 -c %s -o %t.o -mllvm -enzyme-print 2>&1 | FileCheck %s
// RUN: enzyme-clang -O2 -c %s -o %t.o -mllvm -enzyme-print -DREADS 2>&1 | FileCheck --check-prefix=READS %s
#include <stdlib.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_const;

static void *aligned(size_t size, size_t alignment) {
  void *block = malloc(size + alignment);
  if (block == 0)
    return 0;
  void *found = (void *)(((size_t)block & ~(alignment - 1)) + alignment);
  *((void **)found - 1) = block;
  return found;
}
static void drop(void *p) {
  if (p)
    free(*((void **)p - 1));
}
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.square.0(
// CHECK: call ptr @aligned(i64 {{.*}}8, i64 {{.*}}64)
// CHECK: call void @enzyme_rt_defer(ptr {{.*}}, ptr {{.*}}@drop)
// READS-LABEL: define internal {{.*}}@enzyme.reverse.square.0(
// READS-NOT: @aligned(
double square(double x) {
  double *p = aligned(sizeof *p, 64), r;
  *p = x;
  r = *p * *p;
  drop(p);
  return r;
}
double slope(double x) { return __enzyme_autodiff((void *)square, x); }

static void *shorter(size_t size) {
  void *block = malloc(size + 32);
  if (block == 0)
    return 0;
  void *found = (void *)(((size_t)block & ~(size_t)63) + 64);
  *((void **)found - 2) = block;
  return found;
}
static void dropShorter(void *p) { free(*((void **)p - 2)); }
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.cube.0(
// CHECK-NOT: @shorter(
double cube(double x) {
  double *p = shorter(2 * sizeof *p), r;
  *p = x;
  r = *p * *p * *p;
  dropShorter(p);
  return r;
}
double slopeOfCube(double x) { return __enzyme_autodiff((void *)cube, x); }

// What is never freed goes back to the one of both that frees what was asked for.
void *_Znwm(size_t);
void _ZdlPv(void *);
static void *ofNew(size_t size) {
  void *block = _Znwm(size + 64);
  void *found = (void *)(((size_t)block & ~(size_t)63) + 64);
  *((void **)found - 1) = block;
  return found;
}
static void dropOfNew(void *p) { _ZdlPv(*((void **)p - 1)); }
// CHECK-LABEL: define internal {{.*}}@enzyme.reverse.kept.0(
// CHECK: %[[ONE:[^ ]+]] = call ptr @aligned(i64 {{.*}}16, i64 {{.*}}64)
// CHECK: call void @enzyme_rt_defer(ptr {{.*}}%[[ONE]], ptr {{.*}}@drop)
// CHECK: %[[OTHER:[^ ]+]] = call ptr @ofNew(i64 {{.*}}16)
// CHECK: call void @enzyme_rt_defer(ptr {{.*}}%[[OTHER]], ptr {{.*}}@dropOfNew)
double kept(double x, const int *at) {
  double *p = aligned(2 * sizeof *p, 64), *q = ofNew(2 * sizeof *q);
  p[at[0]] = x;
  q[at[1]] = p[at[2]] * x;
  return p[at[2]] * q[at[1]];
}
double slopeOfKept(double x, const int *at) { return __enzyme_autodiff((void *)kept, x, enzyme_const, at); }
double used(double x) {
  double *q = ofNew(2 * sizeof *q), r;
  q[0] = x;
  r = q[0] * x;
  dropOfNew(q);
  return r;
}
#ifdef READS
void *blockOf(void *p) { return *((void **)p - 1); }
#endif

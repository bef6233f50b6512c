// Under valgrind, memory is handed out below 2^32: what is moved there without a type is still told
// apart into addresses and numbers, nothing is read that nobody wrote, and the debug information of
// the runtime is one that valgrind reads.
// REQUIRES: valgrind
// RUN: enzyme-clang -O0 -fno-strict-aliasing %s -o %t && %t | FileCheck %s
// RUN: valgrind -q --error-exitcode=1 %t | FileCheck %s
// RUN: enzyme-clang -O2 -fno-strict-aliasing %s -o %t && valgrind -q --error-exitcode=1 %t | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

extern double __enzyme_autodiff(void *, ...);

struct record {
  double number;
  double *where;
};

static void byWords(void *to, const void *from, long words) {
  for (long i = 0; i < words; i++)
    ((long *)to)[i] = ((const long *)from)[i];
}

static double cubed(double x) {
  struct record *one = malloc(sizeof *one), *other = malloc(sizeof *other);
  one->where = malloc(sizeof *one->where);
  *one->where = x;
  one->number = x;
  byWords(other, one, 2);
  double result = other->number * *other->where * x;
  free(one->where), free(one), free(other);
  return result;
}

// CHECK: 12
int main(void) { printf("%g\n", __enzyme_autodiff((void *)cubed, 2.0)); }

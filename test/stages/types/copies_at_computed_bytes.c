// An element's place may be computed in bytes, `base + 24 * i`, as by what sorts elements of any size: what the
// distance is a multiple of says which bytes of an element are copied, also where one of two places is chosen first.
// RUN: enzyme-clang -O2 -c -mllvm -enzyme-print-types %s -o /dev/null 2>&1 | FileCheck %s
// CHECK-LABEL: define {{.*}}@enzyme.prepared.sorted(
// CHECK-NOT: unknown
// CHECK: llvm.memcpy.p0.p0.i64({{.*}}, i64 24, i1 false){{.*}}; touches {0:double 8:double 16:integer*4}
// CHECK-NOT: unknown
// CHECK: {{^}$}}
#include <stdlib.h>
#include <string.h>

void __enzyme_autodiff(void *, ...);
int enzyme_const, enzyme_dup;

struct item {
  double weight, value;
  int number;
};

static struct item *items(int n, const double *x) {
  struct item *all = malloc(n * sizeof *all);
  for (int i = 0; i < n; i++)
    all[i] = (struct item){x[i] * x[i], x[i], i};
  return all;
}

static double sumOf(int n, const struct item *all) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += all[i].weight * all[i].value * (i + all[i].number);
  return s;
}

static int byWeight(const void *a, const void *b) {
  double x = ((const struct item *)a)->weight, y = ((const struct item *)b)->weight;
  return (x > y) - (x < y);
}

static double sorted(int n, const double *x) {
  struct item *all = items(n, x);
  qsort(all, n, sizeof *all, byWeight);
  double s = sumOf(n, all);
  free(all);
  return s;
}

void gradient(int n, const double *x, double *g) {
  __enzyme_autodiff((void *)sorted, enzyme_const, n, enzyme_dup, x, g);
}

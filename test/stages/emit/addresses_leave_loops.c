// RUN: enzyme-clang -O1 -fno-enzyme-flush-subnormals -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: enzyme-clang -O1 -fno-enzyme-flush-subnormals -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FOUND
// What a reverse sweep adds to adjoints does not change the shadows' pointers by which it does: they are read
// once, ahead of the loop, as the primal's are. So it is where only the run knows whether there is a shadow.
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
struct points {
  double *x, *weights, sum;
  int n;
};
void add(struct points *p) {
  double sum = 0;
  for (int i = 0; i < p->n; i++)
    sum += p->weights[i] * p->x[i] * p->x[i];
  p->sum = sum;
}
void gradient(struct points *p, struct points *d) { __enzyme_autodiff((void *)add, enzyme_dup, p, d); }
// CHECK-LABEL: define internal void @enzyme.reverse.add.0(
// CHECK: load ptr, ptr %{{.*}}shadow
// CHECK: load ptr, ptr %{{.*}}shadow
// CHECK: [[LOOP:reverse.for.body[a-z0-9.]*]]:
// CHECK-NOT: load ptr
// CHECK: store double
// CHECK-NOT: load ptr
// CHECK: store double
// CHECK-NOT: load ptr
// CHECK: br i1 {{.*}}label %[[LOOP]]
// CHECK: {{^}}}

double table[25];
struct points series = {table, table, 0, 25};
double evaluate(double x) {
  double d = 0;
  for (int k = 0; k < series.n; k++)
    d = x * d + series.x[k];
  return d;
}
void slope(double *x, double *dx) { *dx = ((double (*)(void *, ...))__enzyme_autodiff)((void *)evaluate, *x); }
// FOUND-LABEL: define internal {{.*}} @enzyme.reverse.evaluate.0(
// FOUND: call ptr @enzyme_rt_shadow_of(
// FOUND-NOT: call ptr @enzyme_rt_shadow_of(
// FOUND: [[LOOP:reverse.for.body[a-z0-9.]*]]:
// FOUND-NOT: {{load ptr|call ptr}}
// FOUND: br i1 {{.*}}label %[[LOOP]]
// FOUND: {{^}}}

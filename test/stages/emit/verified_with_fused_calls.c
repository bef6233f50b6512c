// Of several calls some run together with their reverse, and one is a factor of another's result: the adjoint that
// arrives at the first once more was known before, and is no adjoint lost.
// RUN: enzyme-clang -O2 -mllvm -enzyme-verify-each -c %s -o %t.o -mllvm -enzyme-print-plan 2>&1 | FileCheck %s
struct pair {
  double x, y;
} __enzyme_autodiff(void *, ...);

// CHECK: plan of enzyme.prepared.products
// CHECK: fuse {{.*}} @enzyme.reverse.products
static double products(double a, double b, int n) {
  if (n == 0)
    return a;
  if (n == 1)
    return b;
  double u = products(a, b, n - 1), v = products(a, b, n - 2);
  return 0.5 * u + v * products(a, b, n - 1);
}
double fibonacci(double a, double b) { return products(a, b, 5); }
struct pair gradient(double a, double b) { return __enzyme_autodiff((void *)fibonacci, a, b); }

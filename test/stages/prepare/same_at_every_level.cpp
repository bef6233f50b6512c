// What is differentiated does not depend on -O, -g or sanitizers.
// RUN: enzyme-clang++ -O0 -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | sed 's/[!#][0-9]*//g' > %t.0
// RUN: enzyme-clang++ -O3 -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | sed 's/[!#][0-9]*//g' > %t.3
// RUN: enzyme-clang++ -Os -g -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | sed 's/[!#][0-9]*//g' > %t.g
// RUN: enzyme-clang++ -O1 -fsanitize=undefined,address -c %s -o %t.o -mllvm -enzyme-print-prepared 2>&1 | sed 's/[!#][0-9]*//g' > %t.s
// RUN: diff %t.0 %t.3
// RUN: diff %t.0 %t.g
// RUN: diff %t.0 %t.s
// RUN: FileCheck %s < %t.0
// CHECK: @enzyme.prepared._Z1fPKdi
#include <vector>
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;
struct Shape {
  virtual ~Shape() = default;
  virtual double area(double x) const { return x; }
};
struct Square : Shape {
  double area(double x) const override { return x * x; }
};
static auto twice = [](double x) { return 2 * x; };
double f(const double *x, int n) {
  std::vector<double> v(x, x + n);
  double sum = 0;
  Square square;
  const Shape &shape = square;
  for (double each : v)
    sum += twice(shape.area(each));
  return sum;
}
void df(const double *x, double *dx, int n) {
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, n);
}

// RUN: enzyme-clang++ -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang++ -mllvm -enzyme-runtime-activity -c %s -o %t.o 2>&1 | FileCheck --allow-empty %s --check-prefix=CONSTANT
// A value whose pointers lead to numbers is no shadow of its own: derivatives would be added to those.
// With runtime activity it says that the memory is constant.
// CONSTANT-NOT: warning
#include <vector>
extern int enzyme_dup;
template <class Result, class... Arguments> Result __enzyme_autodiff(void *, Arguments...);
template <class Result, class... Arguments> Result __enzyme_fwddiff(void *, Arguments...);
static double sum(const std::vector<double> &v) {
  double s = 0;
  for (double x : v)
    s += x * x;
  return s;
}
struct Mesh {
  int count;
  struct Nodes {
    double *x;
  } *nodes;
};
static double length(const Mesh *m) { return m->nodes->x[0] * m->nodes->x[m->count - 1]; }
static double first(const std::vector<int> &indices, const double *x) { return x[indices[0]]; }

void ask(std::vector<double> &v, Mesh *m, std::vector<int> &indices, double *x, double *dx) {
  __enzyme_autodiff<void>((void *)sum, enzyme_dup, &v, &v);       // expected-warning {{is the value itself, whose pointers lead to its numbers: derivatives are added to those}}
  __enzyme_autodiff<void>((void *)length, enzyme_dup, m, m);      // expected-warning {{is the value itself}}
  __enzyme_autodiff<void>((void *)first, &indices, &indices, x, dx);
  __enzyme_fwddiff<double>((void *)sum, enzyme_dup, &v, &v); // along itself
}

// RUN: not enzyme-clang++ -std=c++17 -O1 -c %s -o %t.o 2>&1 | FileCheck %s
// Containers of std::pmr within containers of one resource: what its members are is not told apart
// from the addresses in the containers.
#include <memory_resource>
#include <vector>
template <class... T> double __enzyme_autodiff(void *, T...);
extern int enzyme_dup;

double products(const double *x) {
  std::pmr::monotonic_buffer_resource pool;
  std::pmr::vector<std::pmr::vector<double>> rows(&pool);
  for (int i = 0; i < 2; i++) {
    rows.emplace_back();
    for (int j = 0; j < 2; j++)
      rows.back().push_back(x[i] * (j + 1));
  }
  return rows[0][1] * rows[1][0];
}
double a(const double *x, double *dx) { return __enzyme_autodiff((void *)products, enzyme_dup, x, dx); }
// CHECK: memory_resource:{{.*}}error: an address that is computed of integers, of which none or several may be addresses{{.*}}[ENZ0070]

// A call whose result is only added up is reversed where it stands, unless it stores what is read
// later, or may be followed by an exception: the adjoints of a run that does not end are not wanted.
// RUN: enzyme-clang++ -O1 -c %s -o %t.o -mllvm -enzyme-print-plan 2>&1 | FileCheck %s
#include <math.h>
template <typename Result, typename... Arguments>
Result __enzyme_autodiff(void *, Arguments...);

[[gnu::noinline]] static double plain(double x, double y) { return sin(x) * exp(y); }
// CHECK-LABEL: plan of enzyme.prepared._Z4onlyPKdi
// CHECK: fuse {{.*}}plain
double only(const double *x, int n) { return n > 1 ? plain(x[0], x[1]) : 0; }
double slopeOfOnly(double *x, double *d) {
  return __enzyme_autodiff<double>((void *)only, x, d, 3);
}

[[gnu::noinline]] static void bounded(int i) {
  if (i > 10)
    throw i;
}
// CHECK-LABEL: plan of enzyme.prepared._Z12checkedLaterPKdi
// CHECK: call {{.*}}plain{{.*}} ; not fused: it or what comes later may throw
double checkedLater(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += plain(x[i], x[n - 1 - i]);
    bounded(i);
  }
  return sum;
}
double slopeOfChecked(double *x, double *d) {
  return __enzyme_autodiff<double>((void *)checkedLater, x, d, 3);
}

[[gnu::noinline]] static double stored(double x, double *out) {
  *out = x * x * x;
  return sin(x) * x;
}
// CHECK-LABEL: plan of enzyme.prepared._Z14storesAndGivesPKdi
// CHECK: call {{.*}}stored{{.*}} ; not fused: it may write memory
double storesAndGives(const double *x, int n) {
  double cubes[4], sum = 0;
  for (int i = 0; i < n; i++)
    sum += stored(x[i], cubes + i);
  return sum + cubes[0] * cubes[n - 1];
}
double slopeOfStores(double *x, double *d) {
  return __enzyme_autodiff<double>((void *)storesAndGives, x, d, 3);
}

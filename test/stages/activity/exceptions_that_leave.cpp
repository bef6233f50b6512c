// No function here catches anything: an exception made of active values leaves the derivative, and
// the functions that throw it are differentiated for that alone. A catch in differentiated code
// elsewhere stops the run.
// RUN: enzyme-clang++ -O1 -c %s -o %t.o -mllvm -enzyme-print-activity 2>&1 | FileCheck %s
template <typename Result, typename... Arguments>
Result __enzyme_autodiff(void *, Arguments...);
struct Failure {
  double value;
};
[[gnu::noinline]] static void check(double x) {
  if (x > 1)
    throw Failure{x * x};
}
[[gnu::noinline]] static void checkNumber(double x) {
  if (x > 1)
    throw 1;
}

// CHECK-LABEL: after analysing activity for _Z7checkedd
// CHECK: call void @{{.*}}check{{.*}} ; does derivative work
// CHECK: call void @{{.*}}checkNumber
double checked(double x) {
  check(x);
  checkNumber(x);
  return x;
}
double slope(double x) { return __enzyme_autodiff<double>((void *)checked, x); }

// CHECK-LABEL: after analysing activity for {{.*}}checkd
// CHECK: call void @__cxa_throw({{.*}} ; inactive, throws active values

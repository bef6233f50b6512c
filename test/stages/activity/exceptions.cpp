// Exceptions: which of them carry active values, and which calls may have written some when one
// leaves them: the run stops where either would get lost.
// RUN: enzyme-clang++ -O1 -c %s -o %t.o -mllvm -enzyme-print-activity 2>&1 | FileCheck %s
template <typename Result, typename... Arguments>
Result __enzyme_autodiff(void *, Arguments...);
struct Failure {
  double value;
};

// CHECK-LABEL: after analysing activity for _Z7limitedd
// CHECK: invoke void @__cxa_throw
// CHECK-NEXT: ; inactive, throws active values
// CHECK: %extractvalue = extractvalue { ptr, i32 } %landingpad, 0{{.*}} ; const pointer: leads nowhere
double limited(double x) {
  if (x > 1)
    throw Failure{x * x};
  return x;
}
double slopeOfLimited(double x) { return __enzyme_autodiff<double>((void *)limited, x); }

// CHECK-LABEL: after analysing activity for _Z7countedd
// CHECK: invoke void @__cxa_throw
// CHECK-NEXT: ; inactive{{$}}
double counted(double x) {
  if (x > 1)
    throw 1;
  return x;
}
double slopeOfCounted(double x) { return __enzyme_autodiff<double>((void *)counted, x); }

static double kept[2];
[[gnu::noinline]] static void checked() {
  if (kept[0] > 1)
    throw Failure{kept[0]};
}
// It writes nothing that stays, and is differentiated for what it throws.
// CHECK-LABEL: after analysing activity for _Z10fromMemoryd
// CHECK: invoke void @{{.*}}checked
// CHECK-NEXT: ; does derivative work
// CHECK: %[[CAUGHT:.*]] = landingpad
double fromMemory(double x) {
  kept[0] = x * x;
  try {
    checked();
  } catch (const Failure &failure) {
    return 3 * failure.value;
  }
  return x;
}
double slopeOfMemory(double x) { return __enzyme_autodiff<double>((void *)fromMemory, x); }

[[gnu::noinline]] static void half(double x, double *out) {
  out[0] = x * x;
  if (x > 1)
    throw 1;
  out[1] = x * x * x;
}
void (*volatile fill)(double, double *) = half;
// CHECK-LABEL: after analysing activity for _Z7writtend
// CHECK: invoke void @enzyme.through.pair
// CHECK-NEXT: ; does derivative work, {{.*}}writes memory that has a shadow
// CHECK: invoke void @{{.*}}half
// CHECK-NEXT: ; does derivative work, {{.*}}writes memory that has a shadow
// CHECK: invoke void %load
// CHECK-NEXT: ; does derivative work, {{.*}}writes memory that has a shadow
double written(double x) {
  double out[2] = {0, 0};
  try {
    fill(x, out);
  } catch (int) {
    return 2 * out[0] * x;
  }
  return out[0] + out[1];
}
double slopeOfWritten(double x) { return __enzyme_autodiff<double>((void *)written, x); }

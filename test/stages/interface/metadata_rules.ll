; RUN: enzyme-clang -O0 %s -o %t && %t
; RUN: enzyme-clang -O2 %s -o %t && %t
; RUN: opt -load-pass-plugin=%plugin -passes=enzyme -S %s | FileCheck %s
; Rules of one's own as metadata: 100 in reverse, 50 in forward mode, whatever the body.
; CHECK-NOT: __enzyme_
target triple = "x86_64-pc-linux-gnu"

define double @sq(double %x) !enzyme_augment !0 !enzyme_gradient !1 !enzyme_derivative !2 {
  %m = fmul double %x, %x
  ret double %m
}
define double @aug(double %x) {
  %m = fmul double %x, %x
  ret double %m
}
define { double } @rev(double %x, double %seed) {
  %m = fmul double %seed, 100.0
  %r = insertvalue { double } undef, double %m, 0
  ret { double } %r
}
define { double, double } @fwd(double %x, double %dx) {
  %m = fmul double %dx, 50.0
  %r = insertvalue { double, double } undef, double %x, 0
  %s = insertvalue { double, double } %r, double %m, 1
  ret { double, double } %s
}
define double @f(double %x) {
  %r = call double @sq(double %x)
  ret double %r
}
declare double @__enzyme_autodiff(...)
declare double @__enzyme_fwddiff(...)

define i32 @main() {
  %a = call double (...) @__enzyme_autodiff(ptr @f, double 3.0)
  %b = call double (...) @__enzyme_fwddiff(ptr @f, double 3.0, double 1.0)
  %sum = fadd double %a, %b
  %bad = fcmp une double %sum, 150.0
  %code = zext i1 %bad to i32
  ret i32 %code
}
!0 = !{ptr @aug}
!1 = !{ptr @rev}
!2 = !{ptr @fwd}

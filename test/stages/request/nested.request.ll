; RUN: %opt -passes=enzyme -enzyme-print-request -disable-output %s 2>&1 | FileCheck %s
; A request inside a function that another one differentiates comes first.
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)

; CHECK: request __enzyme_autodiff of @cube in @slope
; CHECK: request __enzyme_fwddiff of @slope in @curvature
define double @curvature(double %x) {
  %r = call double (ptr, ...) @__enzyme_fwddiff(ptr @slope, double %x, double 1.0)
  ret double %r
}
define double @slope(double %x) {
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr @cube, double %x)
  ret double %r
}
define double @cube(double %x) {
  %s = fmul double %x, %x
  %r = fmul double %s, %x
  ret double %r
}

; RUN: %opt -passes=enzyme -enzyme-print-request -disable-output %s 2>&1 | FileCheck %s
; A wrapper whose callers know the function: one copy of it per meaning.
declare double @__enzyme_autodiff(ptr, ...)

define double @square(double %x) {
  %r = fmul double %x, %x
  ret double %r
}
define double @triple(double %x) {
  %r = fmul double %x, 3.0
  ret double %r
}
define linkonce_odr double @gradient(ptr %f, double %x) {
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr %f, double %x)
  ret double %r
}

; CHECK-COUNT-2: request __enzyme_autodiff of @{{square|triple}} in @gradient.enzyme
; CHECK-NOT:     request
define double @callers(double %x) {
  %a = call double @gradient(ptr @square, double %x)
  %b = call double @gradient(ptr @triple, double %x)
  %c = call double @gradient(ptr @square, double 1.0)
  %s = fadd double %a, %b
  %t = fadd double %s, %c
  ret double %t
}

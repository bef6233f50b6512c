; RUN: enzyme-clang -O0 %s -o %t && %t
; RUN: enzyme-clang -O2 %s -o %t && %t
; A front end names the shadow of a global: it holds what the program put there, and the adjoint is added.
target triple = "x86_64-pc-linux-gnu"

@coefficient = global double 2.0, !enzyme_shadow !0
@adjoint = global double 10.0

define double @f(double %x) {
  %c = load double, ptr @coefficient
  %m = fmul double %c, %x
  ret double %m
}
declare double @__enzyme_autodiff(...)

define i32 @main() {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double 3.0)
  %a = load double, ptr @adjoint
  %ok1 = fcmp oeq double %d, 2.0
  %ok2 = fcmp oeq double %a, 13.0
  %ok = and i1 %ok1, %ok2
  %bad = xor i1 %ok, true
  %code = zext i1 %bad to i32
  ret i32 %code
}
!0 = !{ptr @adjoint}

; RUN: enzyme-clang -O0 %s -o %t -lm && %t
; RUN: enzyme-clang -O2 %s -o %t -lm && %t
; Properties as attributes and metadata: inactive functions, calls, parameters, results, globals; functions
; like others. main returns the number of the first wrong answer.
target triple = "x86_64-pc-linux-gnu"

@table = global double 5.0, !enzyme_inactive !0

define double @still(double %x) "enzyme_inactive" {
  %m = fmul double %x, %x
  ret double %m
}
define double @square(double %x) {
  %m = fmul double %x, %x
  ret double %m
}
define double @wave(double %x) noinline "enzyme_math"="sin" {
  %m = fmul double %x, 99.0
  ret double %m
}
define double @half(double %x, double "enzyme_inactive" %y) noinline {
  %m = fmul double %x, %y
  ret double %m
}
define double @f(double %x) {
  %a = call double @still(double %x)
  %b = call double @square(double %x) "enzyme_inactive"
  %s = fadd double %a, %b
  %r = fadd double %s, %x
  ret double %r
}
define double @g(double %x) {
  %r = call double @wave(double %x)
  ret double %r
}
define double @h(double %x) {
  store double %x, ptr @table
  %v = load double, ptr @table
  %r = fmul double %v, %x
  ret double %r
}
define double @k(double %x) {
  %r = call double @half(double %x, double %x)
  ret double %r
}
declare double @__enzyme_autodiff(...)

define i32 @main() {
  %df = call double (...) @__enzyme_autodiff(ptr @f, double 3.0)
  %dg = call double (...) @__enzyme_autodiff(ptr @g, double 0.0)
  %dh = call double (...) @__enzyme_autodiff(ptr @h, double 3.0)
  %dk = call double (...) @__enzyme_autodiff(ptr @k, double 3.0)
  %bf = fcmp une double %df, 1.0
  %bg = fcmp une double %dg, 1.0
  %bh = fcmp une double %dh, 3.0
  %bk = fcmp une double %dk, 3.0
  %c4 = select i1 %bk, i32 4, i32 0
  %c3 = select i1 %bh, i32 3, i32 %c4
  %c2 = select i1 %bg, i32 2, i32 %c3
  %c1 = select i1 %bf, i32 1, i32 %c2
  ret i32 %c1
}
!0 = !{}

; RUN: enzyme-clang -O0 %s -o %t -lm && %t
; RUN: enzyme-clang -O2 %s -o %t -lm && %t
; Markers as metadata, results of natural types: what other front ends write. main returns 0 if all is right.
target triple = "x86_64-pc-linux-gnu"

define double @f(ptr %x, double %k, double %c) {
  %v = load double, ptr %x
  %m = fmul double %v, %v
  %n = fmul double %m, %k
  %r = fmul double %n, %c
  ret double %r
}
define double @g(double %x, float %y) {
  %w = fpext float %y to double
  %m = fmul double %x, %x
  %r = fmul double %m, %w
  ret double %r
}
declare double @__enzyme_autodiff(...)
declare { double, double, float } @__enzyme_autodiff_all(...)
declare double @__enzyme_fwddiff(...)

define i32 @main() {
  %x = alloca double
  %dx = alloca double
  store double 3.0, ptr %x
  store double 0.0, ptr %dx
  %dk = call double (...) @__enzyme_autodiff(ptr @f, metadata !"enzyme_dup", ptr %x, ptr %dx, metadata !"enzyme_out", double 5.0, metadata !"enzyme_const", double 2.0)
  %d = load double, ptr %dx
  %ok1 = fcmp oeq double %dk, 18.0
  %ok2 = fcmp oeq double %d, 60.0
  %all = call { double, double, float } (...) @__enzyme_autodiff_all(ptr @g, metadata !"enzyme_primal_return", double 3.0, float 5.0)
  %p = extractvalue { double, double, float } %all, 0
  %a = extractvalue { double, double, float } %all, 1
  %b = extractvalue { double, double, float } %all, 2
  %ok3 = fcmp oeq double %p, 45.0
  %ok4 = fcmp oeq double %a, 30.0
  %ok5 = fcmp oeq float %b, 9.0
  %t = call double (...) @__enzyme_fwddiff(ptr @g, double 3.0, double 1.0, metadata !"enzyme_const", float 5.0)
  %ok6 = fcmp oeq double %t, 30.0
  %o1 = and i1 %ok1, %ok2
  %o2 = and i1 %o1, %ok3
  %o3 = and i1 %o2, %ok4
  %o4 = and i1 %o3, %ok5
  %o5 = and i1 %o4, %ok6
  %bad = xor i1 %o5, true
  %code = zext i1 %bad to i32
  ret i32 %code
}

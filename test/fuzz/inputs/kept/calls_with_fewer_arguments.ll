; The callee takes more, or others, than the calls pass.
define internal double @g(double %x, fp128 %y, ptr %p) noinline {
  %z = fptrunc fp128 %y to double
  %s = fmul double %x, %z
  ret double %s
}
define double @f(double %x) {
  %p = alloca double
  %a = call double @g(double %x)
  %b = call double @g(double %x, double %a, double %a)
  %c = call double @g(ptr %p, ptr %p, ptr %p)
  %s = fadd double %b, %c
  ret double %s
}
define double @d(double %x) {
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  %s = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double %x, double %r)
  ret double %s
}
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)

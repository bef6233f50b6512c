; Words that give nothing, declared with a result that is used; one that is given no function.
define double @f(double %x) {
  %h = call double @__enzyme_pointer(double %x)
  %p = alloca double
  store double %h, ptr %p
  %d = call double @__enzyme_double(ptr %p)
  %y = fmul double %h, %d
  ret double %y
}
define double @g(double %x) {
  %n = call i32 @__enzyme_checkpoint(i32 3)
  %k = sitofp i32 %n to double
  %y = fmul double %k, %x
  ret double %y
}
define double @d(double %x) {
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  %c = call double @__enzyme_call_inactive(double %r)
  %s = call double (ptr, ...) @__enzyme_autodiff(ptr @g, double %c)
  ret double %s
}
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_pointer(double)
declare double @__enzyme_double(ptr)
declare double @__enzyme_call_inactive(double)
declare i32 @__enzyme_checkpoint(i32)

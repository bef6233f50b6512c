; A variable where derivatives expect a function of the runtime library.

@enzyme_rt_alloc = global double 0.0

declare double @__enzyme_autodiff(ptr, ...)

define double @f(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}

define double @asks(double %x) {
entry:
  %d = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

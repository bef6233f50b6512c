; A variable whose shadow is to be one that is not there.

@state = global double 0.0, !enzyme_shadow !0

declare double @__enzyme_autodiff(ptr, ...)

define double @f(double %x) {
entry:
  store double %x, ptr @state
  %y = load double, ptr @state
  %z = fmul double %y, %x
  ret double %z
}

define double @asks(double %x) {
entry:
  %d = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

!0 = !{null}

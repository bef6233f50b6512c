; Attributes that hold for a function, and mean nothing at its calls.
declare double @__enzyme_autodiff(ptr, ...)

define double @square(double %x) !enzyme_augment !0 !enzyme_gradient !1 {
  %y = fmul double %x, %x
  ret double %y
}

define double @augmented(double %x) preallocated([24 x i8]) {
  %y = fmul double %x, %x
  ret double %y
}

define { double } @gradient(double %x, double %seed) {
  %twice = fmul double %x, 2.0
  %d = fmul double %twice, %seed
  %r = insertvalue { double } poison, double %d, 0
  ret { double } %r
}

define double @f(double %x) {
  %y = call double @square(double %x)
  ret double %y
}

define double @asks() {
  %d = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0)
  ret double %d
}

!0 = !{ptr @augmented}
!1 = !{ptr @gradient}

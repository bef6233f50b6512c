; A pretended shadow without the functions that load and store it.

declare double @__enzyme_todense(double)

define double @asks(double %x) {
entry:
  %shadow = call double @__enzyme_todense(double %x)
  %y = call double @used(double %shadow)
  ret double %y
}

define double @used(double %x) {
entry:
  ret double %x
}

; Two requests in one unreachable block: erasing the first erases the second with it.

declare double @f(double)
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)

define double @d(double %x) {
  br i1 poison, label %rest, label %other

rest:
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  %s = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double %x, double %r)
  ret double %s

other:
  unreachable
}

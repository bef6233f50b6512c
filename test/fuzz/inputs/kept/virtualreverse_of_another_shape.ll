; options:
; __enzyme_virtualreverse declared with a result that no address can be.
define double @f(double %x) {
  ret double %x
}

define double @d(double %x) {
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  %s = call [2 x double] (ptr, float, ...) @__enzyme_virtualreverse(ptr @f, float undef, double %r)
  %t = extractvalue [2 x double] %s, 0
  ret double %t
}

declare double @__enzyme_autodiff(ptr, ...)
declare ptr @__enzyme_virtualreverse(ptr, ...)

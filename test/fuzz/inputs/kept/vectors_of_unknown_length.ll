; A vector whose length only the run knows.
declare double @__enzyme_autodiff(ptr, ...)

define double @f(ptr %p, ptr %q, double %x) {
  %v = load <vscale x 2 x double>, ptr %p
  store <vscale x 2 x double> %v, ptr %q
  ret double %x
}

define double @d(ptr %p, ptr %q, double %x) {
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %q, double %x)
  ret double %r
}

; Attributes say which argument is a size; the calls pass fewer.
define double @f(double %x) {
  %a = call ptr @calloc(i64 8)
  store double %x, ptr %a
  %y = load double, ptr %a
  call void @free()
  %b = call ptr @grow()
  store double %y, ptr %b
  %z = load double, ptr %b
  call void @grown(double %x)
  %s = fmul double %y, %z
  ret double %s
}
define double @d(double %x) {
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  %s = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double %x, double %r)
  ret double %s
}
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare ptr @calloc(i64, i64) #0
declare void @free(ptr) #1
declare ptr @grow(i64) #2
declare void @grown(ptr) #1
attributes #0 = { allockind("alloc,zeroed") allocsize(0,1) "alloc-family"="malloc" }
attributes #1 = { allockind("free") "alloc-family"="malloc" }
attributes #2 = { allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc" }

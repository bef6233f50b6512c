; options: -enzyme-runtime-error -enzyme-replay=0 -enzyme-strong-zero-everywhere
; The program declares a function of the runtime library, with another type.

define tailcc double @f(double %x) {
  %a = call ptr @calloc(i64 8)
  store double %x, ptr %a, align 8
  %1 = alloca x86_fp80, align 16
  %2 = load x86_fp80, ptr %a, align 16
  store x86_fp80 %2, ptr %1, align 16
  %3 = load double, ptr %1, align 8
  call void @strtod()
  %b = call ptr @grow()
  store double %3, ptr %b, align 8
  %z = load double, ptr %b, align 8
  call void @grown(double %x)
  %s = fmul double %3, %z
  ret double %x
}

define double @d(double %x) {
  %A = alloca i1, align 1
  %1 = call ptr asm "", "=r,0"(ptr %A)
  store i1 poison, ptr %1, align 1
  %C = fcmp ult double 0x7FF8000000000000, 4.200000e+01
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  %s = call double (ptr, ...) @enzyme_rt_alloc(ptr @f, double %x, double %r)
  store i1 %C, ptr %1, align 1
  ret double %s
}

declare double @__enzyme_autodiff(ptr, ...)

declare double @enzyme_rt_alloc(ptr, ...)

; Function Attrs: allockind("alloc,zeroed") allocsize(0,1)
declare ptr @calloc(i64, i64) #0

; Function Attrs: allockind("free")
declare void @strtod(ptr) #1

; Function Attrs: allockind("alloc,uninitialized") allocsize(0)
declare ptr @grow(i64) #2

; Function Attrs: allockind("free")
declare void @grown(ptr) #1

attributes #0 = { allockind("alloc,zeroed") allocsize(0,1) "alloc-family"="malloc" }
attributes #1 = { allockind("free") "alloc-family"="malloc" }
attributes #2 = { allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc" }

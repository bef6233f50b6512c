; What only the coroutine passes make, or another language's front end, in a function that is none.
declare double @__enzyme_autodiff(ptr, ...)
declare void @llvm.coro.async.size.replace(ptr, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)

define double @f(ptr %p, i8 %i, double %x) {
  call void @llvm.coro.async.size.replace(ptr %p, ptr %p)
  %a = call ptr @llvm.coro.subfn.addr(ptr %p, i8 0)
  store ptr %a, ptr %p
  ret double %x
}

define double @d(ptr %p, double %x) {
  %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %p, i8 0, double %x)
  ret double %r
}

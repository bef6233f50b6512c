; Functions named as those that start threads and take locks, called with other arguments.

declare i32 @pthread_create(...)
declare i32 @pthread_mutex_lock(...)

define double @starts(double %x) {
entry:
  %started = call i32 (...) @pthread_create()
  %locked = call i32 (...) @pthread_mutex_lock()
  %y = fmul double %x, %x
  ret double %y
}

declare double @__enzyme_autodiff.own(ptr, ...)

define double @asks(double %x) {
entry:
  %d = call double (ptr, ...) @__enzyme_autodiff.own(ptr @starts, double %x)
  ret double %d
}

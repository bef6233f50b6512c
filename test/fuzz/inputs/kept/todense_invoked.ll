; A pretended shadow that is not used, made by a call that may throw: the invoke was erased, and its
; block ended nowhere.
declare void @__enzyme_post_sparse_todense(ptr, ...)
declare i32 @__gxx_personality_v0(...)

define double @square(double %x) {
  %y = fmul double %x, %x
  ret double %y
}

define void @asks() personality ptr @__gxx_personality_v0 {
entry:
  invoke void (ptr, ...) @__enzyme_post_sparse_todense(ptr @square, double 3.0)
          to label %done unwind label %pad

done:
  ret void

pad:
  %caught = landingpad { ptr, i32 }
          cleanup
  unreachable
}

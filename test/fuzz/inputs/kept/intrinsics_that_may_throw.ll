; An intrinsic that is not known to return, beside memory of the derivative's own: calls that may unwind get
; a cleanup, which an intrinsic cannot have.
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare double @sin(double)
declare double @__enzyme_autodiff(ptr, ...)

define double @repeated(double %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ %x, %entry ], [ %t, %loop ]
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 0, i32 3)
  %t = call double @sin(double %s)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret double %t
}

define double @derivative(double %x, i32 %n) {
  %d = call double (ptr, ...) @__enzyme_autodiff(ptr @repeated, double %x, i32 %n)
  ret double %d
}

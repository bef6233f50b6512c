; options: -enzyme-checkpoint=0 -enzyme-replay=0 -enzyme-strict-aliasing=0



; Function Attrs: nocallback nofree nosync willreturn
declare void @llvm.experimental.stackmap(i64 immarg, i32 immarg, ...) #0

declare double @sin(double)

declare double @__enzyme_autodiff(ptr, ...)

define double @repeated(double %x, i32 %n) {
entry:
  br label %loop

loop:                                             ; preds = %rest, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %rest ]
  %s = phi double [ %x, %entry ], [ %t, %rest ]
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 0, i32 3)
  %t = call double @sin(double %s)
  indirectbr ptr blockaddress(@repeated, %other), [label %rest, label %other]

rest:                                             ; preds = %loop
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end

end:                                              ; preds = %rest
  ret double %t

other:                                            ; preds = %loop
  ret double undef
}

define double @derivative(double %x, i32 %n) personality ptr @__gxx_personality_v0 {
  %d1 = invoke double (ptr, ...) @__enzyme_autodiff(ptr @repeated, double %x, i32 %n)
          to label %d.noexc unwind label %pad

d.noexc:                                          ; preds = %0
  ret double %d1

pad:                                              ; preds = %0
  %1 = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  resume { ptr, i32 } %1
}

declare i32 @__gxx_personality_v0(...)

attributes #0 = { nocallback nofree nosync willreturn }

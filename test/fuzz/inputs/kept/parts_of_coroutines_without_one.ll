; What other languages' coroutines are made of, in a function that is none.

define void @autogen_SD2(ptr %0, ptr %1, ptr %2, i32 %3, i64 %4, i8 %5) {
BB:
  call void @llvm.coro.async.size.replace(ptr null, ptr null)
  ret void
}

declare void @__enzyme_autodiff.own(ptr, ...)

define void @asks() {
entry:
  call void (ptr, ...) @__enzyme_autodiff.own(ptr @autogen_SD2, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, i32 0, i64 0, i8 0)
  ret void
}

; Function Attrs: nounwind
declare void @llvm.coro.async.size.replace(ptr, ptr) #0

attributes #0 = { nounwind }


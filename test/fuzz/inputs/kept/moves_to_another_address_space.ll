; Bytes moved to another address space.

define void @autogen_SD1(ptr %0, ptr %1, ptr %2, i32 %3, i64 %4, i8 %5) {
BB:
  %L10 = load i16, ptr addrspace(2) null, align 2
  store i16 %L10, ptr %0, align 2
  ret void
}

declare void @__enzyme_autodiff.own(ptr, ...)

define void @asks() {
entry:
  call void (ptr, ...) @__enzyme_autodiff.own(ptr @autogen_SD1, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, i32 0, i64 0, i8 0)
  ret void
}


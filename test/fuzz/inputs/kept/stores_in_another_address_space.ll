; A store of an integer through another address space, in memory whose types are unknown.

define void @autogen_SD3(ptr %0, ptr %1, ptr %2, i32 %3, i64 %4, i8 %5) {
BB:
  br label %CF

CF:                                               ; preds = %CF, %BB
  %6 = addrspacecast ptr %0 to ptr addrspace(5)
  store i16 0, ptr addrspace(5) %6, align 2
  br label %CF
}

declare void @__enzyme_autodiff.own(ptr, ...)

define void @asks() {
entry:
  call void (ptr, ...) @__enzyme_autodiff.own(ptr @autogen_SD3, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, i32 0, i64 0, i8 0)
  ret void
}


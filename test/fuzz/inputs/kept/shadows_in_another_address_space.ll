; Memory of another address space, of which the run tells whether it is constant.
declare void @__enzyme_autodiff(...)
@enzyme_runtime_activity = external global i32
@enzyme_dup = external global i32

define void @f(ptr %x) {
  %cast = addrspacecast ptr %x to ptr addrspace(5)
  %v = load double, ptr addrspace(5) %cast
  %w = fmul double %v, %v
  store double %w, ptr addrspace(5) %cast
  ret void
}

define void @asks(ptr %x, ptr %dx) {
  %marker = load i32, ptr @enzyme_runtime_activity
  %dup = load i32, ptr @enzyme_dup
  call void (...) @__enzyme_autodiff(ptr @f, i32 %marker, i32 %dup, ptr %x, ptr %dx)
  ret void
}

; RUN: enzyme-clang -O0 %s -o %t && %t
; RUN: enzyme-clang -O2 %s -o %t && %t
; Types that a front end states: of parameters, of a loaded pointer, of copied bytes. Without them each copy
; is refused. main returns the number of the first wrong answer.
target triple = "x86_64-pc-linux-gnu"

define void @by_parameter(ptr "enzyme_type"="{[-1]:Pointer, [-1,-1]:Float@double}" %to, ptr "enzyme_type"="{[-1]:Pointer, [-1,-1]:Float@double}" %from, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
  ret void
}
define void @by_bytes(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false), !enzyme_truetype !0
  ret void
}
define void @by_load(ptr %to, ptr %cell, i64 %n) {
  %from = load ptr, ptr %cell, !enzyme_type !1
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @__enzyme_autodiff(...)

define i32 @main() {
  %x = alloca [2 x double]
  %dx = alloca [2 x double]
  %y = alloca [2 x double]
  %dy = alloca [2 x double]
  %cell = alloca ptr
  %dcell = alloca ptr
  store [2 x double] [double 3.0, double 4.0], ptr %x
  store [2 x double] zeroinitializer, ptr %dx
  store ptr %x, ptr %cell
  store ptr %dx, ptr %dcell
  store [2 x double] [double 1.0, double 2.0], ptr %dy
  call void (...) @__enzyme_autodiff(ptr @by_parameter, ptr %y, ptr %dy, ptr %x, ptr %dx, i64 16)
  %a = load double, ptr %dx
  store [2 x double] [double 1.0, double 2.0], ptr %dy
  call void (...) @__enzyme_autodiff(ptr @by_bytes, ptr %y, ptr %dy, ptr %x, ptr %dx)
  %b = load double, ptr %dx
  store [2 x double] [double 1.0, double 2.0], ptr %dy
  call void (...) @__enzyme_autodiff(ptr @by_load, ptr %y, ptr %dy, ptr %cell, ptr %dcell, i64 16)
  %c = load double, ptr %dx
  %bad1 = fcmp une double %a, 1.0
  %bad2 = fcmp une double %b, 2.0
  %bad3 = fcmp une double %c, 3.0
  %c3 = select i1 %bad3, i32 3, i32 0
  %c2 = select i1 %bad2, i32 2, i32 %c3
  %c1 = select i1 %bad1, i32 1, i32 %c2
  ret i32 %c1
}
!0 = !{!"Float@double", i64 0}
!1 = !{!"Unknown", i32 -1, !2}
!2 = !{!"Pointer", i32 -1, !3}
!3 = !{!"Float@double"}

; RUN: %opt -passes=enzyme -enzyme-print-request -disable-output %s 2>&1 | FileCheck %s
; What clang writes at -O0: the function through a local variable, markers loaded
; from globals, one of them through a local variable.
@enzyme_const = external global i32
@enzyme_dup = global i32 0

declare void @__enzyme_autodiff(...)

define void @scale(ptr %x, ptr %y, i32 %n) {
  %a = load double, ptr %x, !tbaa !0
  store double %a, ptr %y, !tbaa !0
  ret void
}

; CHECK:      request __enzyme_autodiff of @scale in @caller
; CHECK-NEXT:   parameter 0: dup, primal arg2, shadow arg3
; CHECK-NEXT:   parameter 1: dup, primal arg5, shadow arg6
; CHECK-NEXT:   parameter 2: const, primal arg8
; CHECK-NEXT:   return: const
define void @caller(ptr %x, ptr %dx, ptr %y, ptr %dy) {
  %function = alloca ptr
  %marker = alloca i32
  store ptr @scale, ptr %function
  %c = load i32, ptr @enzyme_const
  store i32 %c, ptr %marker
  %f = load ptr, ptr %function
  %first = load i32, ptr @enzyme_dup
  %second = load i32, ptr @enzyme_dup
  %third = load i32, ptr %marker
  call void (...) @__enzyme_autodiff(ptr %f, i32 %first, ptr %x, ptr %dx, i32 %second, ptr %y, ptr %dy, i32 %third, i32 1)
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"double", !2}
!2 = !{!"omnipotent char", !3}
!3 = !{!"Simple C/C++ TBAA"}

; RUN: %opt -passes=enzyme -enzyme-print-request -disable-output %s 2>&1 | FileCheck %s
; Results through hidden pointers, on the side of the request and of the function.
@enzyme_primal_return = external global i32
%three = type { double, double, double }
%six = type { %three, %three }

declare void @__enzyme_fwddiff(ptr sret(%six), ptr, ...)
declare double @__enzyme_autodiff(ptr, ...)

define void @structure(ptr sret(%three) %r, double %x) {
  store double %x, ptr %r
  ret void
}

; CHECK:      request __enzyme_fwddiff of @structure in @forward
; CHECK-NEXT:   parameter 0: dup
; CHECK-NEXT:   parameter 1: dup, primal arg3, shadow arg4
; CHECK-NEXT:   return: const, with primal, through memory to the declared result, declared result at arg0
define void @forward(ptr %r) {
  %m = load i32, ptr @enzyme_primal_return
  call void (ptr, ptr, ...) @__enzyme_fwddiff(ptr sret(%six) %r, ptr @structure, i32 %m, double 3.0, double 1.0)
  ret void
}

; CHECK:      request __enzyme_autodiff of @structure in @reverse
; CHECK-NEXT:   parameter 0: dup, shadow arg1
; CHECK-NEXT:   parameter 1: out, primal arg2
; CHECK-NEXT:   return: const, through memory, seeded by its adjoint
define double @reverse(ptr %seed) {
  %d = call double (ptr, ...) @__enzyme_autodiff(ptr @structure, ptr %seed, double 3.0)
  ret double %d
}

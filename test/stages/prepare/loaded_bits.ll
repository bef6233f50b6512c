; A pointer that is loaded for its bits alone is loaded as an integer, which may hold floats; one
; that is followed, too, is a pointer.
; RUN: %opt -passes='print<ad-prepared>' -disable-output %s | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"

; CHECK-LABEL: @enzyme.prepared.sum
; CHECK: load i64, ptr %p
; CHECK-NOT: ptrtoint
define float @sum(ptr %p) noinline {
  %pointer = load ptr, ptr %p
  %bits = ptrtoint ptr %pointer to i64
  %low = trunc i64 %bits to i32
  %first = bitcast i32 %low to float
  %rest = lshr i64 %bits, 32
  %high = trunc i64 %rest to i32
  %second = bitcast i32 %high to float
  %sum = fadd float %first, %second
  ret float %sum
}

; CHECK-LABEL: @enzyme.prepared.aligned
; CHECK: load ptr, ptr %p
; CHECK: ptrtoint
define double @aligned(ptr %p) noinline {
  %pointer = load ptr, ptr %p
  %bits = ptrtoint ptr %pointer to i64
  %low = and i64 %bits, 7
  %offset = sitofp i64 %low to double
  %value = load double, ptr %pointer
  %sum = fadd double %value, %offset
  ret double %sum
}

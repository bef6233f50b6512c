; Bits of active numbers in integers, and what is made of them: each step is active where it holds a
; number whole, else marked, so that no number is made of it again without a message.
; RUN: %opt -passes='print<ad-activity>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @llvm.abs.i64(i64, i1)

; CHECK-LABEL: define {{.*}} @enzyme.prepared.widened
; CHECK: %low = bitcast float %x to i32 ; active: parameter 0 is active
; CHECK: %wide = zext i32 %low to i64 ; active: parameter 0 is active
; CHECK: store i64 %wide{{.*}} ; does derivative work
; CHECK: %word = load i64{{.*}} ; does derivative work ; active: loaded from active memory
; CHECK: %back = trunc i64 %word to i32 ; active: loaded from active memory
; CHECK: %a = bitcast i32 %back to float ; active: loaded from active memory
define float @widened(float %x, ptr %words, i64 %i) {
  %low = bitcast float %x to i32
  %wide = zext i32 %low to i64
  store i64 %wide, ptr %words
  %at = getelementptr i64, ptr %words, i64 %i
  %word = load i64, ptr %at
  %back = trunc i64 %word to i32
  %a = bitcast i32 %back to float
  ret float %a
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.extended
; CHECK: %wide = sext i32 %low to i64 ; active: parameter 0 is active
; CHECK: store i64 %wide{{.*}} ; does derivative work
define float @extended(float %x, ptr %words, i64 %i) {
  %low = bitcast float %x to i32
  %wide = sext i32 %low to i64
  store i64 %wide, ptr %words
  %at = getelementptr i64, ptr %words, i64 %i
  %word = load i64, ptr %at
  %back = trunc i64 %word to i32
  %a = bitcast i32 %back to float
  ret float %a
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.frozen
; CHECK: %bits = load i64, ptr %words, align 8 ; does derivative work ; active: loaded from active memory
; CHECK: %same = freeze i64 %bits ; active: loaded from active memory
define double @frozen(ptr %words) {
  %bits = load i64, ptr %words
  %same = freeze i64 %bits
  %y = bitcast i64 %same to double
  ret double %y
}

; A third of the bits is no number, and with a sum it is one again.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.root
; CHECK: %third = udiv i64 %bits, 3 ; made of bits of active numbers
define double @root(double %x) {
  %bits = bitcast double %x to i64
  %third = udiv i64 %bits, 3
  %sum = add i64 %third, 3071306043645493248
  %y = bitcast i64 %sum to double
  ret double %y
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.hashes
; CHECK: %wide = zext i32 %low to i64 ; made of bits of active numbers
; CHECK: %signed = sext i32 %low to i64 ; made of bits of active numbers
; CHECK: %product = mul nsw i64 %wide, %signed ; made of bits of active numbers
; CHECK: %size = call i64 @llvm.abs.i64(i64 %product, i1 false) ; inactive ; made of bits of active numbers
; CHECK: %half = trunc i64 %shifted to i32 ; made of bits of active numbers
define void @hashes(float %x, ptr %out) {
  %bits = bitcast float %x to i32
  %low = mul i32 %bits, 31
  %wide = zext i32 %low to i64
  %signed = sext i32 %low to i64
  %product = mul i64 %wide, %signed
  %size = call i64 @llvm.abs.i64(i64 %product, i1 false)
  %shifted = lshr i64 %size, 7
  %half = trunc i64 %shifted to i32
  store i32 %half, ptr %out
  ret void
}

; Computed and read as numbers at once, they are spelled out beside: nothing is hidden.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.size
; CHECK: %size = call i64 @llvm.abs.i64(i64 %bits, i1 false) ; inactive{{$}}
; CHECK: %y = bitcast i64 %size to double{{$}}
; CHECK: ret double %select
define double @size(double %x) {
  %bits = bitcast double %x to i64
  %size = call i64 @llvm.abs.i64(i64 %bits, i1 false)
  %y = bitcast i64 %size to double
  ret double %y
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.third
; CHECK: %third = udiv i64 %bits, 3{{$}}
define double @third(double %x) {
  %bits = bitcast double %x to i64
  %third = udiv i64 %bits, 3
  %y = bitcast i64 %third to double
  ret double %y
}

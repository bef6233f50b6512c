; Where numbers lie in integers: casts, parts of aggregates, and words that are computed and read as
; numbers.
; RUN: %opt -passes='print<ad-types>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.bitreverse.i64(i64)

; CHECK-LABEL: define {{.*}} @enzyme.prepared.widened
; CHECK: %low = bitcast float %x to i32 ; holds 0:float
; CHECK: %wide = zext i32 %low to i64 ; holds 0:float 4:integer*4
; CHECK: store i64 %wide{{.*}} ; touches {0:float 4:integer*4} every 8
define void @widened(float %x, ptr %words) {
  %low = bitcast float %x to i32
  %wide = zext i32 %low to i64
  store i64 %wide, ptr %words
  ret void
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.extended
; CHECK: %wide = sext i32 %low to i64 ; holds 0:float 4:integer*4
; CHECK: store i64 %wide{{.*}} ; touches {0:float 4:integer*4} every 8
define void @extended(float %x, ptr %words) {
  %low = bitcast float %x to i32
  %wide = sext i32 %low to i64
  store i64 %wide, ptr %words
  ret void
}

; CHECK: ; %pair: 0:double 8:integer*8
; CHECK-LABEL: define {{.*}} @enzyme.prepared.inside
; CHECK: %bits = extractvalue { i64, i32 } %pair, 0 ; holds 0:double
define double @inside({ i64, i32 } %pair) {
  %bits = extractvalue { i64, i32 } %pair, 0
  %y = bitcast i64 %bits to double
  ret double %y
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.into
; CHECK: %pair = insertvalue { i64, i32 } { i64 0, i32 1 }, i64 %bits, 0 ; holds 0:double 8:integer*8
define { i64, i32 } @into(double %x) {
  %bits = bitcast double %x to i64
  %pair = insertvalue { i64, i32 } { i64 0, i32 1 }, i64 %bits, 0
  ret { i64, i32 } %pair
}

; What is read as a number is one, however it was made.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.rounded
; CHECK: %n = fptosi double %x to i64 ; holds 0:double
; CHECK: %m = fptoui double %x to i64 ; holds 0:double
define double @rounded(double %x, i1 %isSigned) {
  %n = fptosi double %x to i64
  %m = fptoui double %x to i64
  %word = select i1 %isSigned, i64 %n, i64 %m
  %a = bitcast i64 %word to double
  ret double %a
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.size
; CHECK: %size = call i64 @llvm.abs.i64(i64 %bits, i1 false) ; holds 0:double
define double @size(double %x) {
  %bits = bitcast double %x to i64
  %size = call i64 @llvm.abs.i64(i64 %bits, i1 false)
  %y = bitcast i64 %size to double
  ret double %y
}

; In another order the bits are no number that anybody could name, and still its bits: others who read
; the memory may turn them back.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.reversed
; CHECK: store i64 %back, ptr %out{{.*}} ; touches {0:unknown*8} every 8, not known
define void @reversed(double %x, ptr %out) {
  %bits = bitcast double %x to i64
  %back = call i64 @llvm.bitreverse.i64(i64 %bits)
  store i64 %back, ptr %out
  ret void
}

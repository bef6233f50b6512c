; Words and bytes that only move, beside pointers or numbers in the same memory, may be either.
; RUN: %opt -passes='print<ad-types>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @enzyme.prepared.besidePointers
; CHECK: %word = load i64, ptr %p{{.*}} ; touches {0:unknown*8} every 8, not known
define ptr @besidePointers(ptr %p, ptr %q, i64 %i) {
  %word = load i64, ptr %p
  store i64 %word, ptr %q
  %at = getelementptr ptr, ptr %p, i64 %i
  %r = load ptr, ptr %at
  ret ptr %r
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.bytes
; CHECK: %byte = load i8, ptr %from{{.*}} ; touches {0:unknown*1} every 1, not known
define double @bytes(ptr %p, ptr %q, i64 %i, i64 %j) {
  %from = getelementptr i8, ptr %p, i64 %i
  %byte = load i8, ptr %from
  %to = getelementptr i8, ptr %q, i64 %i
  store i8 %byte, ptr %to
  %at = getelementptr double, ptr %p, i64 %j
  %x = load double, ptr %at
  ret double %x
}

; Half a double that moves as a float is none.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.halves
; CHECK: %half = load float, ptr %p{{.*}} ; touches {0:unknown*4} every 4, not known
define double @halves(ptr %p, ptr %q, i64 %i) {
  %half = load float, ptr %p
  store float %half, ptr %q
  %at = getelementptr double, ptr %p, i64 %i
  %x = load double, ptr %at
  ret double %x
}

; Words that atomic operations change: what is loaded and moved on may be anything, and so may what
; lies there; what is read as a number is one.
; RUN: %opt -passes='print<ad-types>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @enzyme.prepared.addedOfMemory
; CHECK: atomicrmw add ptr %words, i64 %word{{.*}} ; touches {0:unknown*8} every 8, not known
define void @addedOfMemory(ptr %from, ptr %words, i64 %i) {
  %at = getelementptr i64, ptr %words, i64 %i
  %n = load i64, ptr %at
  %counted = add i64 %n, 1
  store i64 %counted, ptr %at
  %word = load i64, ptr %from
  %old = atomicrmw add ptr %words, i64 %word monotonic
  ret void
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.insertedOfMemory
; CHECK: cmpxchg ptr %words, i64 0, i64 %word{{.*}} ; touches {0:unknown*8} every 8, not known
define i1 @insertedOfMemory(ptr %from, ptr %words, i64 %i) {
  %at = getelementptr i64, ptr %words, i64 %i
  %n = load i64, ptr %at
  %counted = add i64 %n, 1
  store i64 %counted, ptr %at
  %word = load i64, ptr %from
  %pair = cmpxchg ptr %words, i64 0, i64 %word monotonic monotonic
  %done = extractvalue { i64, i1 } %pair, 1
  ret i1 %done
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.fetched
; CHECK: %old = atomicrmw add ptr %words, i64 %n{{.*}} ; touches {0:double} every 8
define double @fetched(ptr %words, i64 %n) {
  %old = atomicrmw add ptr %words, i64 %n monotonic
  %y = bitcast i64 %old to double
  ret double %y
}

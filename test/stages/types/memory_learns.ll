; What is found in an integer that moves is true of the memory it came from; what is stored as it was
; loaded may be anything, whatever is computed beside.
; RUN: %opt -passes='print<ad-types>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @enzyme.prepared.learnt
; CHECK: %word = load i64, ptr %at{{.*}} ; touches {0:double} every 8
; CHECK: store i64 %word, ptr %r{{.*}} ; touches {0:double} every 8
define void @learnt(ptr %p, ptr %q, ptr %r, i64 %i) {
  %bits = load i64, ptr %p
  %x = bitcast i64 %bits to double
  %y = fmul double %x, %x
  %isFive = icmp eq i64 %bits, 5
  %z = select i1 %isFive, double 0.0, double %y
  store double %z, ptr %q
  %at = getelementptr i64, ptr %p, i64 %i
  %word = load i64, ptr %at
  store i64 %word, ptr %r
  ret void
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.computedBeside
; CHECK: %n = load i64, ptr %p{{.*}} ; touches {0:integer*8} every 8
; CHECK: store i64 %n, ptr %q{{.*}} ; touches {0:unknown*8} every 8, not known
define i64 @computedBeside(ptr %p, ptr %q) {
  %n = load i64, ptr %p
  store i64 %n, ptr %q
  %sum = add i64 %n, 7
  ret i64 %sum
}

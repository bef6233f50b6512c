; Atomic operations that stay one instruction: sums of numbers, and words that are computed or that
; nobody is seen to look at as numbers.
; RUN: %opt -passes='print<ad-activity>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @enzyme.prepared.summed
; CHECK: %m = alloca {{.*}} ; does derivative work ; active pointer: leads to %m (an active value is stored in it)
; CHECK: %old = atomicrmw fadd {{.*}} ; does derivative work
; CHECK: %second = atomicrmw fadd {{.*}} ; does derivative work ; active: loaded from %m; returned
define double @summed(double %x, i64 %i) {
  %m = alloca [4 x double]
  %at = getelementptr double, ptr %m, i64 %i
  %old = atomicrmw fadd ptr %at, double %x monotonic
  %b = getelementptr double, ptr %m, i64 1
  %second = atomicrmw fadd ptr %b, double 1.0 monotonic
  ret double %second
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.hashed
; CHECK: %old = atomicrmw xor {{.*}} ; inactive ; made of bits of active numbers
define void @hashed(double %x, ptr %words, ptr %out) {
  %bits = bitcast double %x to i64
  %hash = mul i64 %bits, 31
  %old = atomicrmw xor ptr %words, i64 %hash monotonic
  %next = mul i64 %old, 31
  store i64 %next, ptr %out
  ret void
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.inserted
; CHECK: %pair = cmpxchg {{.*}} ; inactive
; CHECK: %old = extractvalue { i64, i1 } %pair, 0 ; made of bits of active numbers
define void @inserted(double %x, ptr %words, ptr %out) {
  %bits = bitcast double %x to i64
  %hash = mul i64 %bits, 31
  %pair = cmpxchg ptr %words, i64 0, i64 %hash monotonic monotonic
  %old = extractvalue { i64, i1 } %pair, 0
  %next = mul i64 %old, 31
  store i64 %next, ptr %out
  ret void
}

; Only who reads the memory says that the words are numbers.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.given
; CHECK: %pair = cmpxchg {{.*}} ; does derivative work ; active: loaded from active memory; stored
; CHECK: %old = extractvalue { i64, i1 } %pair, 0 ; active: loaded from active memory; stored
define double @given(i64 %word, ptr %words, i64 %i) {
  %pair = cmpxchg ptr %words, i64 0, i64 %word monotonic monotonic
  %old = extractvalue { i64, i1 } %pair, 0
  %to = getelementptr i64, ptr %words, i64 %i
  store i64 %old, ptr %to
  %y = load double, ptr %words
  ret double %y
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.takenOut
; CHECK: %m = alloca {{.*}} ; does derivative work ; active pointer: leads to %m (an active value is stored in it)
; CHECK: store double %x, ptr %at{{.*}} ; does derivative work
; CHECK: %pair = cmpxchg {{.*}} ; does derivative work ; active: loaded from %m; stored
define double @takenOut(double %x, i64 %word, ptr %out, i64 %i) {
  %m = alloca [4 x double]
  %at = getelementptr double, ptr %m, i64 %i
  store double %x, ptr %at
  %pair = cmpxchg ptr %m, i64 0, i64 %word monotonic monotonic
  %old = extractvalue { i64, i1 } %pair, 0
  %to = getelementptr i64, ptr %out, i64 %i
  store i64 %old, ptr %to
  %y = load double, ptr %out
  ret double %y
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.addedOfMemory
; CHECK: %old = atomicrmw add {{.*}} ; does derivative work ; made of bits of active numbers
define void @addedOfMemory(ptr "enzyme_inactive" %from, ptr %words) {
  %word = load i64, ptr %from
  %old = atomicrmw add ptr %words, i64 %word monotonic
  ret void
}

; What it gives is read as a number, so there was one.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.fetched
; CHECK: %old = atomicrmw add {{.*}} ; does derivative work ; active: loaded from active memory; returned
define double @fetched(ptr %words) {
  %old = atomicrmw add ptr %words, i64 3 monotonic
  %y = bitcast i64 %old to double
  ret double %y
}

; Addresses in vectors, records and integers, handed back by functions that carry no derivative, and
; behind memory that others see: what they lead to has a shadow.
; RUN: %opt -passes='print<ad-activity>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @pick(ptr) "enzyme_inactive"
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)

; CHECK-LABEL: define {{.*}} @enzyme.prepared.picked
; CHECK: %p = call ptr @pick(ptr nonnull %m) ; inactive ; mixed pointer: leads to constant memory, %m (an active value is stored in it)
; CHECK: %v = load double, ptr %p{{.*}} ; does derivative work ; active
define double @picked(double %x, i64 %i) {
  %m = alloca [4 x double]
  %at = getelementptr double, ptr %m, i64 %i
  store double %x, ptr %at
  %p = call ptr @pick(ptr %m)
  %v = load double, ptr %p
  ret double %v
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.shuffled
; CHECK: %turned = shufflevector {{.*}} ; active pointer: leads to active memory
; CHECK: %v = load double, ptr %p{{.*}} ; does derivative work ; active: loaded from active memory
define double @shuffled(<2 x ptr> %places, <2 x ptr> %others, i64 %i) {
  %turned = shufflevector <2 x ptr> %places, <2 x ptr> %others, <2 x i32> <i32 3, i32 0>
  %p = extractelement <2 x ptr> %turned, i64 %i
  %v = load double, ptr %p
  ret double %v
}

; CHECK: ; %pair ; {{.*}}active pointer: leads to active memory
; CHECK-LABEL: define {{.*}} @enzyme.prepared.record
; CHECK: %v = load double, ptr %p{{.*}} ; does derivative work ; active: loaded from active memory
define double @record({ ptr, i64 } %pair) {
  %p = extractvalue { ptr, i64 } %pair, 0
  %v = load double, ptr %p
  ret double %v
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.divided
; CHECK: %part = udiv i64 {{.*}}, 24 ; {{.*}}active pointer: leads to active memory
; CHECK: %v = load double, ptr %p{{.*}} ; does derivative work ; active: loaded from active memory
define double @divided(ptr %x) {
  %address = ptrtoint ptr %x to i64
  %part = udiv i64 %address, 24
  %p = inttoptr i64 %part to ptr
  %v = load double, ptr %p
  ret double %v
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.held
; CHECK: %inner = call {{.*}} ; does derivative work ; active pointer: leads to %inner
define void @held(ptr %out, double %x) {
  %outer = call ptr @malloc(i64 8)
  %inner = call ptr @malloc(i64 8)
  store ptr %inner, ptr %outer
  store ptr %outer, ptr %out
  ret void
}

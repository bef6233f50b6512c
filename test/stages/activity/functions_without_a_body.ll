; Functions of which only the declaration is here: what they may read, write and give back.
; RUN: %opt -passes='print<ad-activity>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare double @reads(ptr) memory(argmem: read)
declare void @fills(ptr, ptr)
declare i64 @addressOf(ptr)
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define {{.*}} @enzyme.prepared.read
; CHECK: %m = alloca {{.*}} ; does derivative work ; active pointer: leads to %m (an active value is stored in it)
; CHECK: %r = call double @reads{{.*}} ; does derivative work ; active: computed by a call with active arguments
define double @read(ptr %x, i64 %n) {
  %m = alloca [8 x double]
  %v = load double, ptr %x
  %at = getelementptr double, ptr %m, i64 %n
  store double %v, ptr %at
  %r = call double @reads(ptr %m)
  ret double %r
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.address
; CHECK: %word = call i64 @addressOf{{.*}} ; does derivative work ; {{.*}}active pointer: leads to active memory
; CHECK: %v = load double, ptr %p{{.*}} ; does derivative work ; active: loaded from active memory
define double @address(ptr %x) {
  %word = call i64 @addressOf(ptr %x)
  %p = inttoptr i64 %word to ptr
  %v = load double, ptr %p
  ret double %v
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.left
; CHECK: invoke void @fills
; CHECK-NEXT: ; does derivative work, writes memory that has a shadow
; CHECK: %v = load double, ptr %m{{.*}} ; does derivative work ; active: loaded from %m
define double @left(ptr %x) personality ptr @__gxx_personality_v0 {
  %m = alloca double
  invoke void @fills(ptr %m, ptr %x) to label %done unwind label %caught
done:
  %v = load double, ptr %m
  ret double %v
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  ret double 0.0
}

; Varied and useful, with the reason behind each active value.
; RUN: %opt -passes='print<ad-activity>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"

; CHECK-LABEL: define {{.*}} @enzyme.prepared.f
; CHECK: %a = fmul double %x, %x ; active: parameter 0 is active; returned
; CHECK-NEXT: %k = sitofp i64 %n to double{{$}}
; CHECK-NEXT: %b = fmul double %a, %k ; active: parameter 0 is active; returned
define double @f(double %x, i64 %n) {
  %a = fmul double %x, %x
  %k = sitofp i64 %n to double
  %b = fmul double %a, %k
  ret double %b
}

; CHECK: ; %in ; active pointer: leads to active memory
; CHECK-LABEL: define {{.*}} @enzyme.prepared.g
; CHECK: %local = alloca {{.*}} ; inactive ; const pointer: leads to %local
; CHECK: %v = load double, ptr %at{{.*}} ; inactive
; CHECK: %x = load double, ptr %in{{.*}} ; does derivative work ; active: loaded from active memory; returned
define double @g(ptr %in, i64 %i) {
  %local = alloca [2 x double]
  store double 1.0, ptr %local
  %second = getelementptr inbounds [2 x double], ptr %local, i64 0, i64 1
  store double 2.0, ptr %second
  %at = getelementptr inbounds [2 x double], ptr %local, i64 0, i64 %i
  %v = load double, ptr %at
  %x = load double, ptr %in
  %r = fmul double %v, %x
  ret double %r
}

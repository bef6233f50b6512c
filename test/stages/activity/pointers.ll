; Pointers: what they may lead to decides, across calls too.
; RUN: %opt -passes='print<ad-activity>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
@table = internal constant [4 x double] [double 1.0, double 2.0, double 3.0, double 4.0]
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)

; CHECK-LABEL: define {{.*}} @enzyme.prepared.choose
; CHECK: %p = select {{.*}} ; mixed pointer: leads to constant memory, active memory
define double @choose(ptr %x, i1 %c, i64 %i) {
  %at = getelementptr inbounds double, ptr @table, i64 %i
  %p = select i1 %c, ptr %x, ptr %at
  %v = load double, ptr %p
  ret double %v
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.fresh
; CHECK: call {{.*}} @malloc{{.*}} ; does derivative work ; active pointer: leads to %m (an active value is stored in it)
define double @fresh(double %x, i64 %i) {
  %m = call ptr @malloc(i64 64)
  %at = getelementptr inbounds double, ptr %m, i64 %i
  store double %x, ptr %at
  %v = load double, ptr %m
  ret double %v
}

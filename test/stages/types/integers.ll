; Floats inside integers: pieces by byte offset, through shifts and memory.
; RUN: %opt -passes='print<ad-types>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"

; CHECK: ; %pair: 0:float 4:integer*4
; CHECK-LABEL: define {{.*}} @enzyme.prepared.coerced
define double @coerced(i64 %pair) {
  %low = trunc i64 %pair to i32
  %x = bitcast i32 %low to float
  %high = lshr i64 %pair, 32
  %n = trunc i64 %high to i32
  %k = sitofp i32 %n to float
  %r = fmul float %x, %k
  %d = fpext float %r to double
  ret double %d
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.copied
; CHECK: %bits = load i64, ptr %p{{.*}} ; touches {0:double} every 8
; CHECK: store i64 %bits, ptr %q{{.*}} ; touches {0:double} every 8
define double @copied(ptr %p, ptr %q, i64 %i) {
  %bits = load i64, ptr %p
  store i64 %bits, ptr %q
  %at = getelementptr inbounds double, ptr %q, i64 %i
  %x = load double, ptr %at
  ret double %x
}

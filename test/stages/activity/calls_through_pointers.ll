; Functions that only a pointer leads to: whatever they could do they may do. The prepared form asks
; for a pair of derivatives first; here they take more than they say, so that there is none.
; RUN: %opt -passes='print<ad-activity>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@own = internal global [2 x double] zeroinitializer
declare void @tell(ptr)
define void @telling() {
  call void @tell(ptr @own)
  ret void
}

; Numbers that it is handed may come back from memory that others know.
; CHECK: ; %x ; active: parameter 1 is active; used by a call
; CHECK-LABEL: define {{.*}} @enzyme.prepared.known
; CHECK: call void (double, ...) %callee{{.*}} ; does derivative work
; CHECK: %v = load double{{.*}} ; does derivative work ; active: loaded from active memory
define double @known(ptr %f, double %x) {
  %callee = load ptr, ptr %f
  call void (double, ...) %callee(double %x, i32 1)
  %v = load double, ptr getelementptr (i8, ptr @own, i64 8)
  ret double %v
}

; CHECK: ; %x ; active: parameter 1 is active; stored
; CHECK-LABEL: define {{.*}} @enzyme.prepared.kept
; CHECK: store double %x, ptr @own{{.*}} ; does derivative work
; CHECK: %r = call double{{.*}} ; does derivative work ; active: computed by a call with active arguments
define double @kept(ptr %f, double %x) {
  store double %x, ptr @own
  %callee = load ptr, ptr %f
  %r = call double (...) %callee(i32 1)
  ret double %r
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.read
; CHECK: %m = alloca {{.*}} ; does derivative work ; active pointer: leads to %m (an active value is stored in it)
; CHECK: %v = load double{{.*}} ; active: loaded from active memory; stored
; CHECK: %r = call double {{.*}} ; does derivative work ; active: computed by a call with active arguments; returned
define double @read(ptr %f, ptr %x, i64 %n) {
  %m = alloca [8 x double]
  %v = load double, ptr %x
  %at = getelementptr double, ptr %m, i64 %n
  store double %v, ptr %at
  %callee = load ptr, ptr %f
  %r = call double (ptr, ...) %callee(ptr %m, i32 1) memory(read)
  ret double %r
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.written
; CHECK: %m = alloca {{.*}} ; does derivative work ; active pointer: leads to %m (written by a call with active arguments)
; CHECK: call void (ptr, ptr, ...) %callee{{.*}} ; does derivative work
; CHECK: %v = load double{{.*}} ; does derivative work ; active: loaded from %m
define double @written(ptr %f, ptr %x, i64 %n) {
  %m = alloca [8 x double]
  %callee = load ptr, ptr %f
  call void (ptr, ptr, ...) %callee(ptr %x, ptr %m, i32 1)
  %at = getelementptr double, ptr %m, i64 %n
  %v = load double, ptr %at
  ret double %v
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.pair
; CHECK: %pair = call { ptr, double } %callee{{.*}} ; does derivative work, compares shadows at run time ; active: computed by a call with active arguments; returned ; mixed pointer: leads to active memory, memory that may be active, %pair (written by a call with active arguments)
; CHECK: %p = extractvalue { ptr, double } %pair, 0 ; mixed pointer: leads to active memory, memory that may be active, %pair
; CHECK: %v = load double, ptr %p{{.*}} ; does derivative work ; active: loaded from active memory
define double @pair(ptr %f, ptr %x, double %y) {
  %callee = load ptr, ptr %f
  %pair = call { ptr, double } %callee(ptr %x, double %y)
  %p = extractvalue { ptr, double } %pair, 0
  %d = extractvalue { ptr, double } %pair, 1
  %v = load double, ptr %p
  %s = fadd double %v, %d
  ret double %s
}

; The bits of a number, and an address, as words.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.words
; CHECK: %address = call i64 {{.*}} ; does derivative work ; {{.*}}active pointer: leads to active memory
; CHECK: %bits = call i64 {{.*}} ; does derivative work ; active: computed by a call with active arguments; returned
define double @words(ptr %f, ptr %x, double %y) {
  %callee = load ptr, ptr %f
  %address = call i64 (ptr, ...) %callee(ptr %x, i32 1)
  %p = inttoptr i64 %address to ptr
  %bits = call i64 (double, ...) %callee(double %y, i32 1)
  %d = bitcast i64 %bits to double
  %v = load double, ptr %p
  %s = fadd double %v, %d
  ret double %s
}

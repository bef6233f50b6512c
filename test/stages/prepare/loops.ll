; Loops: one way in, one way round, exits of their own; one return; cycles with two
; entries get one.
; RUN: %opt -passes='print<ad-prepared>' -disable-output %s | FileCheck %s
; RUN: %opt -passes='print<ad-prepared>' -disable-output %s | FileCheck --check-prefix=FORM %s
; FORM-NOT: not in prepared form
target datalayout = "e-i64:64-n8:16:32:64-S128"

; CHECK-LABEL: define {{.*}} @enzyme.prepared.early
; CHECK: [[EXIT:common.ret]]:
; CHECK-NEXT: phi double
; CHECK-NEXT: ret double
; CHECK-NOT: ret double
; CHECK: }
define double @early(ptr %a, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %s = phi double [ 0.0, %entry ], [ %sum, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %done
body:
  %at = getelementptr inbounds double, ptr %a, i64 %i
  %x = load double, ptr %at
  %sum = fadd double %s, %x
  %next = add i64 %i, 1
  %stop = fcmp olt double %x, 0.0
  br i1 %stop, label %negative, label %head
negative:
  ret double %s
done:
  ret double %s
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.twoEntries
; CHECK: irr.guard:
define double @twoEntries(double %x, i32 %n, i1 %c) {
entry:
  br i1 %c, label %first, label %second
first:
  %r1 = phi double [ %x, %entry ], [ %r2b, %second ]
  %n1 = phi i32 [ %n, %entry ], [ %n2b, %second ]
  %r1b = fmul double %r1, %x
  br label %second
second:
  %r2 = phi double [ 1.0, %entry ], [ %r1b, %first ]
  %n2 = phi i32 [ %n, %entry ], [ %n1, %first ]
  %r2b = fadd double %r2, %x
  %n2b = sub i32 %n2, 1
  %more = icmp sgt i32 %n2b, 0
  br i1 %more, label %first, label %out
out:
  ret double %r2b
}

; Some end in no return at all.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.forever
; CHECK-NOT: ret
; CHECK: }
define void @forever(ptr %p) {
entry:
  br label %loop
loop:
  store volatile double 1.0, ptr %p
  br label %loop
}

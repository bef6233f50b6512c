; Integers that are moved from memory to memory are no bits of numbers where they are used as an
; index or as a size whenever they are moved.
; RUN: %opt -passes='print<ad-types>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare noalias ptr @malloc(i64)
declare void @other()

; CHECK-LABEL: define {{.*}} @enzyme.prepared.index
; CHECK: store i64 %n{{.*}} ; touches {0:integer*8} every 8
define double @index(ptr %from, ptr %to, ptr %x) {
  %n = load i64, ptr %from
  %at = getelementptr double, ptr %x, i64 %n
  %y = load double, ptr %at
  store i64 %n, ptr %to
  ret double %y
}

; Behind the move, on both ways.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.behind
; CHECK: store i64 %n{{.*}} ; touches {0:integer*8} every 8
define double @behind(ptr %from, ptr %to, ptr %x, i1 %c) {
  %n = load i64, ptr %from
  store i64 %n, ptr %to
  br i1 %c, label %yes, label %no
yes:
  %at = getelementptr double, ptr %x, i64 %n
  %y = load double, ptr %at
  ret double %y
no:
  %next = add i64 %n, 1
  %after = getelementptr double, ptr %x, i64 %next
  %z = load double, ptr %after
  ret double %z
}

; A product that has not overflowed, which is a size where it is another than before.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.size
; CHECK: store i64 %rows{{.*}} ; touches {0:integer*8} every 8
define ptr @size(ptr %from, ptr %to, i64 %columns, i64 %now) {
  %rows = load i64, ptr %from
  %all = mul nsw i64 %rows, %columns
  %isSame = icmp eq i64 %all, %now
  br i1 %isSame, label %done, label %more
more:
  %bytes = shl i64 %all, 3
  %made = call ptr @malloc(i64 %bytes)
  br label %done
done:
  %p = phi ptr [ null, %0 ], [ %made, %more ]
  store i64 %rows, ptr %to
  ret ptr %p
}

; On one way only.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.sometimes
; CHECK: store i64 %n{{.*}} ; touches {0:unknown*8} every 8, not known
define double @sometimes(ptr %from, ptr %to, ptr %x, i1 %c) {
  %n = load i64, ptr %from
  br i1 %c, label %yes, label %no
yes:
  %at = getelementptr double, ptr %x, i64 %n
  %y = load double, ptr %at
  br label %no
no:
  %z = phi double [ 0.0, %0 ], [ %y, %yes ]
  store i64 %n, ptr %to
  ret double %z
}

; An address that nothing is read from.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.unused
; CHECK: store i64 %n{{.*}} ; touches {0:unknown*8} every 8, not known
define ptr @unused(ptr %from, ptr %to, ptr %x) {
  %n = load i64, ptr %from
  %at = getelementptr double, ptr %x, i64 %n
  store i64 %n, ptr %to
  ret ptr %at
}

; In bytes it may be the distance of two addresses.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.distance
; CHECK: store i64 %n{{.*}} ; touches {0:unknown*8} every 8, not known
define double @distance(ptr %from, ptr %to, ptr %x) {
  %n = load i64, ptr %from
  %at = getelementptr i8, ptr %x, i64 %n
  %y = load double, ptr %at
  store i64 %n, ptr %to
  ret double %y
}

; Sixty-three bits less of it.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.shifted
; CHECK: store i64 %n{{.*}} ; touches {0:unknown*8} every 8, not known
define double @shifted(ptr %from, ptr %to, ptr %x) {
  %n = load i64, ptr %from
  %bit = lshr i64 %n, 63
  %at = getelementptr double, ptr %x, i64 %bit
  %y = load double, ptr %at
  store i64 %n, ptr %to
  ret double %y
}

; Half of them is perhaps of a double: an index of four bytes says little.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.half
; CHECK: store i32 %n{{.*}} ; touches {0:unknown*4} every 4, not known
define double @half(ptr %from, ptr %to, ptr %x) {
  %n = load i32, ptr %from
  %wide = sext i32 %n to i64
  %at = getelementptr double, ptr %x, i64 %wide
  %y = load double, ptr %at
  store i32 %n, ptr %to
  ret double %y
}

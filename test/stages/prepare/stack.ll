; Stack that is allocated at run time moves to the heap; what has a constant size
; moves to the entry; markers of scopes are gone.
; RUN: %opt -passes='print<ad-prepared>' -disable-output %s | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"

declare void @use(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; CHECK-LABEL: define {{.*}} @enzyme.prepared.array
; CHECK: %bytes = shl
; CHECK: %v = call {{.*}} @malloc(i64 %bytes)
; CHECK: call void @use(ptr {{.*}}%v)
; CHECK: call void @free(ptr {{.*}}%v)
; CHECK-NEXT: ret
define void @array(i64 %n) {
  %bytes = shl i64 %n, 3
  %v = alloca i8, i64 %bytes, align 16
  call void @use(ptr %v)
  ret void
}

; One array a turn, freed in the turn.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.inLoop
; CHECK: %v = call {{.*}} @malloc
; CHECK: call void @use
; CHECK-NEXT: call void @free
; CHECK: br i1
; CHECK-NOT: @free
; CHECK: }
define void @inLoop(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %saved = call ptr @llvm.stacksave.p0()
  %v = alloca double, i64 %i, align 16
  call void @use(ptr %v)
  call void @llvm.stackrestore.p0(ptr %saved)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; alloca() in a loop: all of them live until the end.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.growing
; CHECK: %v = call {{.*}} @enzyme_rt_alloc
; CHECK-NOT: @free
; CHECK: }
define void @growing(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %v = alloca double, i64 %i, align 16
  call void @use(ptr %v)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.scoped
; CHECK-NEXT: entry:
; CHECK-NEXT: alloca [4 x double]
; CHECK-NOT: lifetime
; CHECK: }
define void @scoped(i1 %c) {
entry:
  br i1 %c, label %then, label %done
then:
  %v = alloca [4 x double]
  call void @llvm.lifetime.start.p0(ptr %v)
  call void @use(ptr %v)
  call void @llvm.lifetime.end.p0(ptr %v)
  br label %done
done:
  ret void
}

; A word that moves from memory to memory may be a number, though it becomes an address beside:
; perhaps only where nobody looks at that. It is moved as bytes of which nothing is known.
; RUN: %opt -passes='print<ad-types>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"

; CHECK-LABEL: define {{.*}} @enzyme.prepared.relocated
; CHECK: store i64 %word, ptr %to{{.*}} ; touches {0:unknown*8}
define double @relocated(ptr %from, ptr %to, i64 %tag) {
entry:
  %isNumber = icmp eq i64 %tag, 0
  br i1 %isNumber, label %number, label %address

number:
  %word = load i64, ptr %from
  store i64 %word, ptr %to
  %early = inttoptr i64 %word to ptr
  br label %both

address:
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false)
  br label %both

both:
  %seen = phi ptr [ %early, %number ], [ null, %address ]
  br i1 %isNumber, label %done, label %release

release:
  call void @free(ptr %seen)
  br label %done

done:
  ret double 0.0
}

declare void @free(ptr)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

; Nor does the cast say anything of what others find in that memory.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.counted
; CHECK: store i64 %word, ptr %to{{.*}} ; touches {0:unknown*8}
; CHECK: %n = load i64, ptr %at{{.*}} ; touches {0:integer*8}
define i64 @counted(ptr %from, ptr %to, i64 %tag, i64 %i) {
  %word = load i64, ptr %from
  store i64 %word, ptr %to
  %early = inttoptr i64 %word to ptr
  %at = getelementptr i64, ptr %to, i64 %i
  %n = load i64, ptr %at
  %product = mul i64 %n, 3
  %isNumber = icmp eq i64 %tag, 0
  br i1 %isNumber, label %done, label %release

release:
  call void @free(ptr %early)
  br label %done

done:
  ret i64 %product
}

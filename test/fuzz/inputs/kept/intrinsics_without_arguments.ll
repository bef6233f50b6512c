; An intrinsic that gives a number and takes nothing.
source_filename = "FIRModule"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define internal void @parallel_tasks_(ptr noalias readnone captures(none) %0, ptr noalias readonly captures(none) %1, ptr noalias writeonly captures(none) initializes((0, 8)) %2) local_unnamed_addr #0 {
  %4 = load double, ptr %1, align 8, !tbaa !4
  %5 = getelementptr i8, ptr %1, i64 8
  %6 = load atomic volatile double, ptr %5 unordered, align 128, !tbaa !4
  %7 = fmul contract double %4, %6
  %8 = getelementptr i8, ptr %1, i64 16
  %9 = load double, ptr %8, align 8, !tbaa !4
  %10 = tail call contract double @llvm.sin.f64(double %9)
  %11 = call double (...) @llvm.coro.suspend.retcon.f64()
  store double %11, ptr %2, align 8, !tbaa !10
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sin.f64(double) #1

declare double @__enzyme_fwddiff.own(ptr, ...)

define void @asks(ptr %0, ptr %1) {
entry:
  %2 = call arcp double (ptr, ...) @__enzyme_fwddiff.own(ptr @parallel_tasks_, ptr %0, ptr %1, ptr %0, ptr %1, ptr %0, ptr %1)
  ret void
}

; Function Attrs: nounwind
declare double @llvm.coro.suspend.retcon.f64(...) #2

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "target-cpu"="x86-64" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }

!llvm.ident = !{!0}
!llvm.module.flags = !{!1, !2, !3}

!0 = !{!"Debian flang version 22.1.8"}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 7, !"PIE Level", i32 2}
!4 = !{!5, !5, i64 0}
!5 = !{!"dummy arg data/_QFparallel_tasksEx", !6, i64 0}
!6 = !{!"dummy arg data", !7, i64 0}
!7 = !{!"any data access", !8, i64 0}
!8 = !{!"any access", !9, i64 0}
!9 = !{!"Flang function root _QPparallel_tasks"}
!10 = !{!11, !11, i64 0}
!11 = !{!"dummy arg data/_QFparallel_tasksEs", !6, i64 0}

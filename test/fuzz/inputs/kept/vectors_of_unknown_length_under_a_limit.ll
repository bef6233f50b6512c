; options: -enzyme-strict-aliasing=0 -enzyme-tape-limit=1K
; The same, where loops are looked at for snapshots before anything is refused.

define void @autogen_SD1(ptr %0, ptr %1, ptr %2, i32 %3, i64 %4, i8 %5) {
BB:
  store <vscale x 2 x double> zeroinitializer, ptr %0, align 16, !tbaa !0
  ret void
}

declare void @__enzyme_fwddiff.own(ptr, ...)

define void @asks() {
entry:
  call void (ptr, ...) @__enzyme_fwddiff.own(ptr @autogen_SD1, ptr @autogen_SD1, ptr null, ptr null, ptr null, ptr null, ptr null, i32 0, i64 0, i8 0)
  ret void
}

!0 = !{!1, !2, i64 0}
!1 = !{!"record", !2, i64 0, !3, i64 4, !2, i64 32}
!2 = !{!"int", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}

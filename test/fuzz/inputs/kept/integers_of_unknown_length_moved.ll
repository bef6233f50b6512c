; Vectors of integers whose length only the processor knows, moved from place to place.

define void @moves(ptr %from, ptr %to) {
entry:
  %words = load <vscale x 2 x i64>, ptr %from, align 8
  store <vscale x 2 x i64> %words, ptr %to, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @__enzyme_fwddiff.own(ptr, ...)

define void @asks(ptr %x, ptr %dx, ptr %y, ptr %dy) {
entry:
  call void (ptr, ...) @__enzyme_fwddiff.own(ptr @moves, ptr %x, ptr %dx, ptr %y, ptr %dy)
  ret void
}

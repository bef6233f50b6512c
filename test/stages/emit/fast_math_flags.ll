; RUN: enzyme-clang -O1 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
; RUN: enzyme-clang -O1 -mllvm -enzyme-fast-math=1 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ALL %s
; The instructions of a derivative have the fast-math flags of the primal instruction
; they come from, and no others; -enzyme-fast-math gives them all.
target triple = "x86_64-pc-linux-gnu"

define double @mixed(double %x, double %y) {
  %a = fmul nnan nsz double %x, %y
  ret double %a
}
define double @plain(double %x, double %y) {
  %a = fmul double %x, %y
  ret double %a
}
declare double @__enzyme_fwddiff(...)

define double @tangents(double %x, double %y, double %z) {
  %m = call double (...) @__enzyme_fwddiff(ptr @mixed, double %x, double %z, double %y, double %x)
  %p = call double (...) @__enzyme_fwddiff(ptr @plain, double %x, double %z, double %y, double %x)
  %r = fadd double %m, %p
  ret double %r
}
; CHECK-LABEL: @enzyme.forward.mixed.0(
; CHECK: fmul nnan nsz double
; CHECK: fmul nnan nsz double
; CHECK: fadd nnan nsz double
; CHECK-LABEL: @enzyme.forward.plain.0(
; CHECK: fmul double
; CHECK: fmul double
; CHECK: fadd double
; ALL-LABEL: @enzyme.forward.plain.0(
; ALL: fmul fast double
; ALL: fmul fast double
; ALL: fadd fast double

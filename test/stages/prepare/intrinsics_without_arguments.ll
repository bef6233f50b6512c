; An intrinsic that gives a number and takes nothing: it is no sum of a vector's elements.
; RUN: %opt -passes='print<ad-prepared>' -disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @enzyme.prepared.suspended
; CHECK: call double (...) @llvm.coro.suspend.retcon.f64()
define double @suspended(double %x) {
  %given = call double (...) @llvm.coro.suspend.retcon.f64()
  %product = fmul double %given, %x
  ret double %product
}

declare double @llvm.coro.suspend.retcon.f64(...)

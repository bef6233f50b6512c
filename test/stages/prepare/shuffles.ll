; Doubles permuted as pairs of 32-bit integers are permuted as doubles.
; RUN: %opt -passes='print<ad-prepared>' -disable-output %s | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"

; CHECK-LABEL: define {{.*}} @enzyme.prepared.swap
; CHECK-NEXT: entry:
; CHECK-NEXT: [[V:%.*]] = load <2 x double>
; CHECK-NEXT: shufflevector <2 x double> [[V]], <2 x double> poison, <2 x i32> <i32 1, i32 0>
; CHECK-NOT: i32>
; CHECK: }
define <2 x double> @swap(ptr %p) {
entry:
  %v = load <4 x i32>, ptr %p, align 16
  %s = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
  %d = bitcast <4 x i32> %s to <2 x double>
  ret <2 x double> %d
}

; CHECK-LABEL: define {{.*}} @enzyme.prepared.narrow
; CHECK: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
define <4 x float> @narrow(<2 x i64> %v) {
  %s = shufflevector <2 x i64> %v, <2 x i64> poison, <2 x i32> <i32 1, i32 0>
  %f = bitcast <2 x i64> %s to <4 x float>
  ret <4 x float> %f
}

; Halves that part stay integers.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.apart
; CHECK: shufflevector <4 x i32>
define <2 x double> @apart(<4 x i32> %v) {
  %s = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %d = bitcast <4 x i32> %s to <2 x double>
  ret <2 x double> %d
}

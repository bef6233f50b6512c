; Calls through pointers become choices among the functions they can reach.
; RUN: %opt -passes='print<ad-prepared>' -disable-output %s | FileCheck %s
target datalayout = "e-i64:64-n8:16:32:64-S128"

@table = constant [2 x ptr] [ptr @square, ptr @sine]
@changeable = global ptr @cube
@ofWords = constant [1 x ptr] [ptr @word]

define double @square(double %x) noinline {
  %y = fmul double %x, %x
  ret double %y
}
define double @cube(double %x) noinline {
  %y = fmul double %x, %x
  %z = fmul double %y, %x
  ret double %z
}
define double @notTaken(double %x) noinline {
  ret double 1.0
}
define i64 @word(i64 %x) noinline {
  ret i64 %x
}
declare double @sine(double)

; A constant table: its functions and nothing else.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.fromTable
; CHECK-NOT: @cube
; CHECK-DAG: call double @square
; CHECK-DAG: call double @sine
; CHECK-NOT: call double %
; CHECK: }
define double @fromTable(double %x, i64 %i) {
  %at = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %i
  %f = load ptr, ptr %at
  %y = call double %f(double %x)
  ret double %y
}

; A parameter: every function of that type whose address is taken, or another.
; CHECK-LABEL: define {{.*}} @enzyme.prepared.callback
; CHECK-NOT: @notTaken
; CHECK-DAG: icmp eq ptr %f, @square
; CHECK-DAG: icmp eq ptr %f, @cube
; CHECK-DAG: icmp eq ptr %f, @sine
; CHECK: call double %f(double %x)
; CHECK: }
define double @callback(ptr %f, double %x) {
  %y = call double %f(double %x)
  ret double %y
}
